import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { productCategories } from '#server/db/schema.ts';
import { usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { addShops } from '#tests/support/synchronization.ts';

const { server, openPage, send, title, counted, rowAt, start } = usePreparedScreens();

describe('§2 Columns that hold a part of a field', () => {
  it('[I943] categories of one platform are corrected with their tree, a price of one project with the input of a price', async () => {
    await addShops(server());
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Категории (Сайт)', 'Цена (Сайт)'],
      ['A-1', 'Эспрессо', 'Кофе', '100'],
      ['A-2', 'Латте', 'Напитки > Кофе', 'дорого'],
    ]);
    await title();
    await counted('Все 2', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    await user.click(within(await rowAt('2, ошибка')).getByText('Кофе'));
    const form = within(await screen.findByRole('dialog', { name: 'Строка 2: Категории (Сайт)' }));
    await user.click(await form.findByRole('treeitem', { name: /Напитки/ }));
    await user.click(form.getByRole('button', { name: 'Исправить' }));
    await counted('Все 2', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 1', 'Исключены 0');
    await user.click(within(await rowAt('3, ошибка')).getByText('дорого'));
    const price = within(await screen.findByRole('dialog', { name: /^Строка 3: / }));
    await user.type(price.getByRole('textbox', { name: /Сайт/ }), 'много');
    await user.click(price.getByRole('button', { name: 'Исправить' }));
    expect(await price.findByText('Нужно число')).toBeVisible();
    await user.clear(price.getByRole('textbox', { name: /Сайт/ }));
    await user.type(price.getByRole('textbox', { name: /Сайт/ }), '180,5');
    await user.click(price.getByRole('button', { name: 'Исправить' }));
    await counted('Все 2', 'Новые 2', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    await user.click(start());
    await screen.findByText('100 %');
    expect(await server().db.select().from(productCategories)).toMatchObject([{ category_id: 1 }, { category_id: 2 }]);
  });

  it('[I943] an unknown path is replaced with the tree of its platform in all its rows', async () => {
    await addShops(server());
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Категории (Сайт)'],
      ['A-1', 'Эспрессо', 'Горячее'],
      ['A-2', 'Латте', 'Горячее'],
    ]);
    await title();
    await user.click(await screen.findByRole('button', { name: 'Разобрать' }));
    const value = within(await screen.findByRole('listitem', { name: 'Горячее' }));
    await user.click(value.getByRole('button', { name: 'Выбрать' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Категории (Сайт)' }));
    await user.click(await picker.findByRole('treeitem', { name: /Напитки/ }));
    await counted('Все 2', 'Новые 2', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
  });
});
