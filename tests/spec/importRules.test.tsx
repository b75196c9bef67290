import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { preparedImports } from '#server/db/schema.ts';
import { usePreparedScreens } from '#tests/support/preparedScreen.ts';

const { server, openPage, send, title, counted } = usePreparedScreens();

const mapping = async () => (await server().db.select().from(preparedImports))[0]?.mapping;

describe('§2 What becomes of the rows of a table', () => {
  it('[I840] a sentence says how products are found and what may be done, and both are chosen beside it', async () => {
    const add = await server().as('admin');
    await add('POST', '/products', { name: 'Квас', sku: 'A-1' });
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Штрихкод', 'Название'],
      ['A-1', '', 'Квас белый'],
      ['A-2', '4600000000008', 'Морс'],
    ]);
    await title();
    expect(
      await screen.findByText(
        /^Товар ищется по штрихкоду, затем по артикулу; новые создаются, найденные изменяются; пустые ячейки ничего не меняют/,
      ),
    ).toBeVisible();
    await counted('Все 2', 'Новые 1', 'Изменятся 1', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    await user.click(screen.getByRole('button', { name: 'Изменить правила' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Что можно делать' }), 'Только изменять');
    await counted('Все 2', 'Новые 0', 'Изменятся 1', 'Без изменений 0', 'С ошибками 1', 'Исключены 0');
    const key = screen.getByRole('combobox', { name: 'Как искать товар' });
    await user.selectOptions(key, 'по штрихкоду');
    await waitFor(async () =>
      expect(await mapping()).toMatchObject({ key: ['barcode', 'vitrina_number'], creates: false, changes: true }),
    );
    await counted('Все 2', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    expect(screen.getByText(/^Товар ищется по штрихкоду; найденные изменяются, новых не создаём/)).toBeVisible();
    // The key can be chosen anew where the table cannot be imported without it.
    await user.click(screen.getByRole('button', { name: 'Настроить столбцы' }));
    const barcode = await screen.findByRole('combobox', { name: 'Поле для столбца «Штрихкод»' });
    await user.clear(barcode);
    await user.tab();
    expect(await screen.findByRole('button', { name: 'Проверить ещё раз' })).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Как искать товар' }), 'по артикулу');
    await counted('Все 2', 'Новые 0', 'Изменятся 1', 'Без изменений 0', 'С ошибками 1', 'Исключены 0');
    await user.click(screen.getByRole('checkbox', { name: 'Пустая ячейка стирает значение' }));
    expect(await screen.findByText(/пустые ячейки стирают значения/)).toBeVisible();
  });

  it('[I841] headings between the rows go into a field that is chosen, or are left out', async () => {
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Вес, кг'],
      ['Напитки', '', ''],
      ['A-1', 'Квас', '1'],
    ]);
    await title();
    await counted('Все 1', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 0', 'Исключены 0');
    await user.click(screen.getByRole('button', { name: 'Настроить столбцы' }));
    const sections = await screen.findByRole('combobox', { name: 'Заголовки разделов между строками' });
    expect(sections).toHaveValue('left');
    expect(sections).toHaveAccessibleDescription('«Напитки»');
    await user.selectOptions(sections, 'Записывать в поле');
    await user.click(screen.getByRole('combobox', { name: 'Поле для заголовков разделов' }));
    await user.click(await screen.findByRole('option', { name: 'Описание' }));
    expect(await screen.findByRole('columnheader', { name: 'Описание' })).toBeVisible();
    expect(await screen.findByRole('gridcell', { name: 'Напитки' })).toBeVisible();
    expect(await mapping()).toMatchObject({ sections: { field: expect.any(String) } });
    await user.selectOptions(sections, 'Их нет: такая строка — ошибка');
    await counted('Все 2', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 1', 'Исключены 0');
  });
});
