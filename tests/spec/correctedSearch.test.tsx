import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addProducts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();
const LIST = '/content/nomenclature';
const LINE = 'По запросу «молако» ничего не нашлось. Показаны результаты по запросу «молоко»';

describe('A search with a typo', () => {
  it('[L641] says what was searched for instead, and no longer once the search finds something', async () => {
    await addProducts(server(), { name: 'Молоко' }, { name: 'Молоко топлёное' }, { name: 'Сыр' });
    const { user } = await open(LIST);
    const search = await screen.findByRole('searchbox', { name: 'Найти' });
    await user.type(search, 'молако');
    expect(await screen.findByText(LINE)).toBeVisible();
    expect(rowNames()).toEqual(['Молоко', 'Молоко топлёное']);
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать все на странице' }));
    expect(await screen.findByText('Выбрано: 2 товара')).toBeVisible();
    await user.clear(search);
    await user.type(search, 'сыр');
    await waitFor(() => expect(rowNames()).toEqual(['Сыр']));
    expect(screen.queryByText(LINE)).not.toBeInTheDocument();
  });

  it.each([
    ['among linked records', '/content/catalog/1/products', null],
    ['where records are linked', '/content/catalog/1/products', 'Добавить'],
    ['in a matrix', '/content/matrices/1/nomenclature', null],
    ['where products are added to a matrix', '/content/matrices/1/nomenclature', 'Добавить'],
  ])('[L641] says so %s', async (_, address, add) => {
    await addProducts(server(), { name: 'Молоко' });
    const send = await server().as('admin');
    await send('POST', '/models', { name: 'Напитки', product_ids: [1] });
    await send('POST', '/matrices', { name: 'Утро' });
    await send('POST', '/matrices/1/products', { ids: [1] });
    const { user } = await open(address, 'admin');
    if (add) await user.click(await screen.findByRole('button', { name: add }));
    const fields = await screen.findAllByRole('searchbox', { name: 'Найти' });
    await user.click(fields.at(-1) as HTMLElement);
    await user.paste('молако');
    expect(await screen.findByText(LINE)).toBeVisible();
  });
});
