import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { preparedImports } from '#server/db/schema.ts';
import { addBrand } from '#tests/support/importing.ts';
import { PAGE, PREPARED_CALL, usePreparedScreens } from '#tests/support/preparedScreen.ts';

const { server, open, answer, openPage, send, title, counted, rowAt, start } = usePreparedScreens();

describe('§2 Wrong input in an upload', () => {
  const failing = () => HttpResponse.json({ code: 504, message: 'Сервер не отвечает' }, { status: 504 });

  it('[I814] a cell, a constant and the row of the headings keep what was typed when the server does not answer', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    await user.dblClick(within(await rowAt('2, новый')).getByText('Квас'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Строка 2: Название' }));
    await user.clear(dialog.getByRole('textbox'));
    await user.type(dialog.getByRole('textbox'), 'Квас тёмный');
    let isDown = true;
    answer(http.put(`${PREPARED_CALL}/:id`, () => (isDown ? failing() : undefined)));
    await user.click(dialog.getByRole('button', { name: 'Исправить' }));
    expect(await screen.findByText('Сервер не отвечает')).toBeVisible();
    expect(dialog.getByRole('textbox')).toHaveValue('Квас тёмный');
    isDown = false;
    await user.click(dialog.getByRole('button', { name: 'Исправить' }));
    expect(await screen.findByText('Исправлений: 1')).toBeVisible();

    isDown = true;
    await user.click(screen.getByRole('button', { name: 'Настроить столбцы' }));
    await user.click(await screen.findByRole('combobox', { name: 'Поле, одинаковое во всех строках' }));
    await user.click(await screen.findByRole('option', { name: 'Штрихкод' }));
    const constant = screen.getByRole('textbox', { name: 'Значение для всех строк' });
    await user.type(constant, '4600000000008');
    await user.click(screen.getByRole('button', { name: 'Добавить поле' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Добавить поле' })).toBeEnabled());
    expect(constant).toHaveValue('4600000000008');
    const header = screen.getByRole('textbox', { name: 'Строка с заголовками' });
    await user.clear(header);
    await user.type(header, '2{Enter}');
    await waitFor(() => expect(header).toHaveValue('2'));
    isDown = false;
    await user.type(header, '{Enter}');
    await waitFor(async () =>
      expect(await server().db.select().from(preparedImports)).toMatchObject([{ mapping: { header: { row: 2 } } }]),
    );
  });

  it('[I815] a row of headings that cannot be is explained beside what was typed', async () => {
    const user = await openPage();
    await send(user);
    await title();
    await user.click(await screen.findByRole('button', { name: 'Настроить столбцы' }));
    const header = await screen.findByRole('textbox', { name: 'Строка с заголовками' });
    await user.clear(header);
    await user.type(header, '0{Enter}');
    expect(await screen.findByText('Впишите номер строки в файле: 1, 2, 3…')).toBeVisible();
    expect(header).toHaveValue('0');
    await user.clear(header);
    await user.type(header, '900{Enter}');
    expect(await screen.findByText(/нет строки 900 с заголовками/)).toBeVisible();
    expect(header).toHaveValue('900');
    await user.clear(header);
    await user.type(header, '1{Enter}');
    await waitFor(() => expect(screen.queryByText(/Впишите номер строки/)).not.toBeInTheDocument());
  });

  it('[I822] an amount in dollars stays one when its column is chosen by hand', async () => {
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Название', 'Закупка, USD'],
      ['A-1', 'Квас', '10'],
    ]);
    await title();
    await user.click(await screen.findByRole('button', { name: 'Настроить столбцы' }));
    await user.click(await screen.findByRole('combobox', { name: 'Поле для столбца «Закупка, USD»' }));
    await user.click(await screen.findByRole('option', { name: 'Цена, RUB' }));
    expect(await screen.findByText(/Цена в другой валюте \(USD\)/)).toBeVisible();
  });

  it('[I819] the input of a cell says what is wrong with its row', async () => {
    const user = await openPage();
    await send(user, [
      ['Артикул', 'Вес, кг'],
      ['A-1', '0,5'],
    ]);
    await title();
    await user.dblClick(within(await rowAt('2, ошибка')).getByText('0,5'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Строка 2: Вес, кг' }));
    expect(dialog.getByText(/Новый товар: заполните «Название»/)).toBeVisible();
  });

  it('[I818] an upload that expired while it was open is gone when its import is started', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    await counted('Все 3', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0');
    await screen.findByText(/^Проверено/);
    await server()
      .db.update(preparedImports)
      .set({ expires_at: new Date(0) });
    await user.click(start());
    expect(await screen.findByRole('heading', { name: 'Этого файла больше нет' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Выбрать другой файл' })).toBeVisible();
  });
});

describe('§10 The grid of an upload without a mouse', () => {
  it('[I812] Tab comes to the tick and the product of the row, and the keys are written beside the grid', async () => {
    await addBrand(server(), 'Росток');
    await (await server().as('admin'))('POST', '/products', { name: 'Квас', sku: 'A-1', brand_id: 1, weight: 0.4 });
    const user = await openPage();
    await send(user);
    await title();
    const row = within(await rowAt('2, изменится'));
    row.getByRole('gridcell', { name: 'A-1' }).focus();
    await user.tab({ shift: true });
    expect(row.getByRole('link', { name: 'Квас' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(row.getByRole('checkbox', { name: 'Импортировать строку 2' })).toHaveFocus();
    await user.keyboard(' ');
    expect(await rowAt('2, исключена')).toBeVisible();
    expect(screen.getByRole('grid')).toHaveAccessibleDescription(/Enter — исправить, пробел — исключить строку/);
  });

  it('[I812] a tap opens the input of any cell', async () => {
    await addBrand(server(), 'Росток');
    vi.spyOn(window, 'matchMedia').mockImplementation(query =>
      Object.assign(new EventTarget(), {
        matches: query === '(pointer: coarse)',
        media: query,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }),
    );
    const { user } = await open(PAGE, 'admin');
    await screen.findByRole('heading', { name: 'Выберите таблицу' });
    await send(user);
    await title();
    await user.click(within(await rowAt('2, новый')).getByText('Квас'));
    expect(await screen.findByRole('dialog', { name: 'Строка 2: Название' })).toBeVisible();
    expect(screen.getByText(/^Коснитесь ячейки/)).toBeInTheDocument();
    vi.restoreAllMocks();
  });

  it('[I813] numbers stand at the right, texts at the left', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    const row = within(await rowAt('2, новый'));
    expect(row.getByRole('gridcell', { name: '0,5' })).toHaveAttribute('data-numeric');
    expect(row.getByRole('gridcell', { name: 'Квас' })).not.toHaveAttribute('data-numeric');
    expect(screen.getByRole('columnheader', { name: 'Вес, кг' })).toHaveAttribute('data-numeric');
  });
});
