import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';
import { wordsOnScreen } from '#tests/support/words.ts';

const { server, open } = useScreens();

/** Every kind of screen, and its heading in either language. */
const screens: [address: string, heading: RegExp, tab?: RegExp][] = [
  ['/content', /^(Здравствуйте|Hello)/],
  ['/content/nomenclature', /^(Номенклатура|Nomenclature)$/],
  ['/content/nomenclature/1/settings', /^Cheese$/, /^(Настройки|Settings)/],
  ['/content/nomenclature/1/models', /^Cheese$/, /^(Модели|Models)/],
  ['/content/nomenclature/1/images', /^Cheese$/, /^(Изображения|Images)/],
  ['/content/nomenclature/new', /^(Новый|New)/],
  ['/content/nomenclature/import', /^(Импорт|Nomenclature import)/],
  ['/content/catalog/1/settings', /^Cheeses$/],
  ['/content/settings', /^(Настройки|Settings)$/],
  ['/content/settings/reference/unit', /^(Единицы|Units)/],
  ['/content/settings/reference/unit/1/edit', /^Pcs$/],
  ['/content/matrices', /^(Матрицы|Matrices)$/],
  ['/content/nothing', /^(Такой|There)/],
];

const chooseLanguage = async (user: UserEvent, from: string, name: string) => {
  await user.click(screen.getByRole('button', { name: from }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
};
const english = async () => {
  const { user } = await open('/content');
  await screen.findByRole('heading', { level: 1 });
  await chooseLanguage(user, 'Язык: Русский', 'English');
  await screen.findByRole('heading', { name: /^Hello/ });
  return user;
};

describe('§1 Languages', () => {
  beforeEach(async () => {
    const [unit] = await addValues(server(), 'unit', 'Pcs');
    await addModels(server(), { name: 'Cheeses' });
    await addProducts(server(), { name: 'Cheese', unit_id: unit as number, price: 1490.5, weight: 1234.5 });
    await server().createUser('admin', { first_name: 'Ann' });
  });

  it('[F15, K11, U13] the interface is in Russian; English is chosen, stays chosen, and is the language of the document', async () => {
    const { user } = await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Cheese' });
    expect(document.documentElement.lang).toBe('ru');
    await chooseLanguage(user, 'Язык: Русский', 'English');
    expect(await screen.findByRole('link', { name: 'Nomenclature' })).toBeVisible();
    expect(screen.getByText('1 product')).toBeVisible();
    await waitFor(() => expect(document.documentElement.lang).toBe('en'));
    expect(document.title).toMatch(/ — Nomenclature$/);
    expect(screen.getByRole('cell', { name: /^RUB\s1,490\.50$/ })).toBeVisible();
    expect(screen.getByRole('cell', { name: '1,234.5' })).toBeVisible();

    const again = await open('/content/nomenclature/1/settings');
    expect(await screen.findByRole('textbox', { name: 'Weight, kg' })).toHaveValue('1,234.5');
    await chooseLanguage(again.user, 'Language: English', 'Русский');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Вес, кг' })).toHaveValue('1\u00a0234,5'));
    expect(document.documentElement.lang).toBe('ru');
  });

  /** Words of the other language on any screen, by its address. */
  const strangers = async (isStrange: (text: string) => boolean): Promise<string[]> => {
    const found: string[] = [];
    for (const [address, heading, tab] of screens) {
      goTo(address);
      await screen.findByRole('heading', { level: 1, name: heading });
      // Tabs of a record have the same heading: what is read must be the tab that was asked for.
      if (tab) await screen.findByRole('link', { name: tab, current: 'page' });
      await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
      found.push(
        ...wordsOnScreen()
          .filter(isStrange)
          .map(text => `${address}: ${text}`),
      );
    }
    return found;
  };

  it('[F15] in English no Russian word is left on any kind of screen', async () => {
    await english();
    await screen.findByText('Changes appear at once');
    const names = /Анна|Берёзкина|Русский|Витрина/g;
    expect(await strangers(text => /[а-яё]/i.test(text.replace(names, '')))).toEqual([]);
  });

  it('[F15] in Russian no English word is left on any kind of screen', async () => {
    await open('/content');
    await screen.findByText('Изменения видны сразу');
    const names = /JPEG|PNG|WebP|Cheeses?|Pcs|RUB|EAN-\d+|UPC-A|\.zip|\.xlsx|\.ods|\.csv|English/g;
    expect(await strangers(text => /[a-z]{2}/i.test(text.replace(names, '')))).toEqual([]);
  });
});
