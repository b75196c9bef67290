import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const press = (name: string | RegExp) => async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name }));
const filter = (name: string) => async (user: UserEvent) => {
  await press('Фильтр')(user);
  await user.click(await screen.findByRole('option', { name }));
  await screen.findByRole('dialog', { name });
};
const select = async (user: UserEvent) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
  await screen.findByRole('region', { name: 'Выбранное' });
};
const inEditor = '/content/nomenclature/1/settings';
const inList = '/content/nomenclature';

/** What opens over a page, and how. */
const overlays: [name: string, address: string, open: (user: UserEvent) => Promise<unknown>][] = [
  ['the view of a list', inList, press('Вид')],
  ['the choice of filters', inList, press('Фильтр')],
  ['a filter by status', inList, filter('Статус')],
  ['a filter by a reference', inList, filter('Бренд')],
  ['a filter by records', inList, filter('Модели')],
  ['a filter by a range', inList, filter('Вес, кг')],
  ['a filter by yes or no', inList, filter('Весовой')],
  ['a filter in force', `${inList}?filter=%7B%22status%22%3A%5B%22draft%22%5D%7D`, () => screen.findByText('Статус:')],
  ['the bar of a selection', inList, user => select(user)],
  [
    'a change of many, before and after',
    inList,
    async user => {
      await select(user);
      await press('Изменить')(user);
      await user.click(await screen.findByRole('combobox', { name: 'Какое поле изменить' }));
      await user.click(await screen.findByRole('option', { name: 'Описание' }));
      await user.type(await screen.findByRole('textbox', { name: 'Описание' }), 'Новое');
      await press('Проверить')(user);
      await screen.findByText(/^Будет изменено/);
    },
  ],
  [
    'the question before deleting many',
    inList,
    async user => {
      await select(user);
      await press('Удалить')(user);
      await screen.findByRole('dialog');
    },
  ],
  ['the menu of the person', inList, press(/^Учётная запись/)],
  ['the list of keys', inList, user => user.keyboard('?')],
  ['the question before deleting', inEditor, press('Удалить')],
  [
    'the question before leaving',
    inEditor,
    async user => {
      await user.type(await screen.findByRole('textbox', { name: 'Название' }), '!');
      await user.click(screen.getByRole('link', { name: 'Каталог моделей' }));
      await screen.findByRole('dialog');
    },
  ],
  [
    'a form with faults',
    inEditor,
    async user => {
      await user.clear(await screen.findByRole('textbox', { name: 'Название' }));
      await press('Сохранить')(user);
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Название' })).toBeInvalid());
    },
  ],
  [
    'an open picker',
    inEditor,
    async user => {
      await user.click(await screen.findByRole('combobox', { name: 'Бренд' }));
      await screen.findByRole('listbox');
    },
  ],
];

/** What axe finds wrong; colours and places need a browser. */
const faults = async () => {
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};

describe('What opens over a page', () => {
  beforeEach(async () => {
    const [brand] = await addValues(server(), 'brand', 'Своя полка');
    await addModels(server(), { name: 'Квасы' });
    await addProducts(server(), { name: 'Квас', brand_id: brand as number });
  });

  it.each(overlays)('[U4] %s passes axe’s checks', async (_, address, show) => {
    const { user } = await open(address);
    await screen.findAllByRole('heading', { level: 1 });
    await screen.findAllByText('Квас');
    await show(user);
    expect(await faults()).toEqual([]);
  });
});
