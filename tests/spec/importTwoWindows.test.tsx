import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { preparedImports } from '#server/db/schema.ts';
import { addBrand } from '#tests/support/importing.ts';
import { PREPARED_CALL, usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { PREPARED } from '#tests/support/preparing.ts';

const { server, answer, openPage, send, title, counted, rowAt } = usePreparedScreens();

describe('§2 An upload that is open in two windows', () => {
  const changeElsewhere = async (body: object) => {
    const [kept] = await server().db.select().from(preparedImports);
    const other = await server().as('admin');
    expect((await other('PUT', `${PREPARED}/${kept?.id}`, body)).status).toBe(200);
  };
  const stored = async () => (await server().db.select().from(preparedImports))[0];
  const outdated = async () =>
    within(await screen.findByRole('dialog', { name: 'Эту таблицу изменили в другом окне' }));
  const openTable = async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    await counted('Все 3', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    // No longer read again and again, which would show the change of the other window.
    await screen.findByText(/^Проверено/);
    return user;
  };

  it('[I957] a corrected cell is kept in its input until the user takes over the choices of the other window', async () => {
    const user = await openTable();
    const correction = () => within(screen.getByRole('dialog', { name: 'Строка 2: Название' }));
    await user.dblClick(within(await rowAt('2, новый')).getByText('Квас'));
    await user.clear(correction().getByRole('textbox'));
    await user.type(correction().getByRole('textbox'), 'Квас тёмный');
    await changeElsewhere({ cells: [{ row: 2, field: 'name', text: 'Квас светлый' }] });
    const apply = () => user.click(correction().getByRole('button', { name: 'Исправить' }));
    await apply();
    await user.click((await outdated()).getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    expect(correction().getByRole('textbox')).toHaveValue('Квас тёмный');
    await apply();
    await user.click((await outdated()).getByRole('button', { name: 'Показать новое' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await within(await rowAt('2, новый')).findByText('Квас светлый')).toBeVisible();
    expect((await stored())?.corrections.cells).toEqual({ 2: { name: 'Квас светлый' } });
    await user.dblClick(within(await rowAt('2, новый')).getByText('Квас светлый'));
    await user.clear(correction().getByRole('textbox'));
    await user.type(correction().getByRole('textbox'), 'Квас тёмный');
    await apply();
    await waitFor(async () => expect((await stored())?.corrections.cells).toEqual({ 2: { name: 'Квас тёмный' } }));
  });

  it('[I957] neither the columns nor the values of the other window are overwritten', async () => {
    const user = await openTable();
    await user.click(await screen.findByRole('button', { name: 'Настроить столбцы' }));
    await user.click(await screen.findByRole('button', { name: 'Ещё о столбце «Полка»' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Столбец «Полка»' }));
    await user.click(dialog.getByRole('combobox', { name: 'Поле' }));
    await user.click(await screen.findByRole('option', { name: 'Описание' }));
    await changeElsewhere({ leave_out: [2] });
    await user.click(dialog.getByRole('button', { name: 'Применить' }));
    await user.click((await outdated()).getByRole('button', { name: 'Показать новое' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await counted('Все 3', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 1');
    expect(await stored()).toMatchObject({ mapping: null, left_out: [2] });
    await screen.findByText(/^Проверено/);
    await user.click(screen.getByRole('button', { name: 'Разобрать' }));
    const values = within(await screen.findByRole('dialog', { name: 'Незнакомые значения' }));
    await changeElsewhere({ alike: [{ field: 'brand_id', was: 'Ростик', text: 'Росток' }] });
    await user.click(await values.findByRole('button', { name: 'Не заполнять' }));
    await user.click((await outdated()).getByRole('button', { name: 'Показать новое' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await stored())?.corrections.alike).toMatchObject([{ was: 'Ростик', text: 'Росток' }]);
  });

  it('[I957] changes in a row are no conflict, however late the answers come', async () => {
    const user = await openTable();
    answer(http.put(`${PREPARED_CALL}/:id`, () => new Promise(resolve => setTimeout(resolve, 300))));
    for (const row of [2, 3, 4])
      await user.click(await screen.findByRole('checkbox', { name: `Импортировать строку ${row}` }));
    await waitFor(async () => expect(await stored()).toMatchObject({ left_out: [2, 3, 4], revision: 4 }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
