import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addProducts, addValues } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const box = (name: string) => screen.findByRole('textbox', { name });
const shows = (heading: string) => screen.findByRole('heading', { level: 1, name: heading });

describe('§4 A screen after another of its kind', () => {
  beforeEach(async () => {
    const send = await server().as('admin');
    await send('POST', '/models', { name: 'Напитки', code: 'MODEL' });
    await send('PUT', '/models/1', { name: 'Квасы' });
    await send('POST', '/matrices', { name: 'Утро', code: 'MATRIX' });
  });

  it('[T651] the editor of a matrix after that of a model with its number shows and saves the matrix', async () => {
    const { user, services } = await open('/content/catalog/1/settings', 'admin');
    await shows('Квасы');
    expect(await box('Код')).toHaveValue('MODEL');
    goTo('/content/matrices/1/edit');
    await shows('Утро');
    expect(await box('Название')).toHaveValue('Утро');
    expect(await box('Код')).toHaveValue('MATRIX');
    expect(services.unsavedForms.hasUnsaved()).toBe(false);
    expect(screen.queryByRole('region', { name: 'Не сохранено' })).not.toBeInTheDocument();
    await user.type(await box('Название'), '!');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(services.unsavedForms.hasUnsaved()).toBe(false));
    const { result } = await (await server().as('admin'))('GET', '/matrices/1');
    expect(result).toMatchObject({ name: 'Утро!', code: 'MATRIX' });
  });

  it('[T651] editors of records with one number, in any order, show their own record with nothing unsaved', async () => {
    const send = await server().as('admin');
    await addProducts(server(), { name: 'Квас' });
    await addValues(server(), 'brand', 'Ясень');
    await send('POST', '/attribute', { name: 'Состав', code: 'composition' });
    await send('POST', '/language', { name: 'Русский', code: 'ru' });
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await send('POST', '/cafe', { name: 'Невская', kind: 'folder', folder: 'nevskaya' });
    const editors = [
      ['/content/nomenclature/1/settings', 'Квас'],
      ['/content/catalog/1/settings', 'Квасы'],
      ['/content/matrices/1/edit', 'Утро'],
      ['/content/settings/reference/brand/1/edit', 'Ясень'],
      ['/content/settings/attribute/1/edit', 'Состав'],
      ['/content/settings/language/1/edit', 'Русский'],
      ['/content/settings/project/1/edit', 'Сайт'],
      ['/content/settings/cafe/1/edit', 'Невская'],
    ] as const;
    const { services } = await open('/content', 'admin');
    for (const [address, name] of [...editors, ...editors.toReversed()]) {
      goTo(address);
      await shows(name);
      await waitFor(() => expect(screen.getByRole('textbox', { name: /^Название/ })).toHaveValue(name));
      expect([address, services.unsavedForms.hasUnsaved(), window.location.pathname]).toEqual([
        address,
        false,
        address,
      ]);
    }
  });

  it('[T651] a new model after a new product begins empty', async () => {
    const { user, services } = await open('/content/nomenclature/new', 'admin');
    await shows('Новый товар');
    await user.type(await box('Название'), 'Квас');
    goTo('/content/catalog/new');
    const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    await user.click(question.getByRole('button', { name: 'Уйти без сохранения' }));
    await shows('Новая модель');
    expect(await box('Название')).toHaveValue('');
    expect(services.unsavedForms.hasUnsaved()).toBe(false);
  });
});
