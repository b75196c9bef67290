import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addProducts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();
const LIST = '/content/nomenclature';
const LINE = 'По «молако» ничего нет, показано по «молоко»';

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

  it('[L641] says so among linked records, in a matrix and where products are added', async () => {
    await addProducts(server(), { name: 'Молоко' });
    const send = await server().as('admin');
    await send('POST', '/models', { name: 'Напитки', product_ids: [1] });
    await send('POST', '/matrices', { name: 'Утро' });
    await send('POST', '/matrices/1/products', { ids: [1] });
    const finds = async (add?: string) => {
      const user = userEvent.setup();
      if (add) await user.click(await screen.findByRole('button', { name: add }));
      const [field] = (await screen.findAllByRole('searchbox', { name: 'Найти' })).slice(-1);
      await user.click(field as HTMLElement);
      await user.paste('молако');
      expect(await screen.findByText(LINE)).toBeVisible();
    };
    await open('/content/catalog/1/products', 'admin');
    await finds();
    await open('/content/catalog/1/products', 'admin');
    await finds('Добавить');
    await open('/content/matrices/1/nomenclature', 'admin');
    await finds();
    await open('/content/matrices/1/nomenclature', 'admin');
    await finds('Добавить');
  });
});
