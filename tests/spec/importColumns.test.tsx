import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { importProfiles, preparedImports } from '#server/db/schema.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { PREPARED_CALL, usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { bookParts, zipOf } from '#tests/support/tables.ts';

const { server, answer, openPage, send, title } = usePreparedScreens();

const columns = async () => (await server().db.select().from(preparedImports))[0]?.mapping?.columns;

const openColumn = async (table: string[][], header: string) => {
  const user = await openPage();
  await send(user, table);
  await title();
  await user.click(await screen.findByRole('button', { name: 'Настроить столбцы' }));
  await user.click(await screen.findByRole('button', { name: `Ещё о столбце «${header}»` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Столбец «${header}»` }));
  return { user, dialog };
};

type Opened = Awaited<ReturnType<typeof openColumn>>;

const choose = async ({ user, dialog }: Opened, label: string, option: string) => {
  await user.click(dialog.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

const joined = [
  { header: 'Название', nth: 1 },
  { header: 'Объём', nth: 1 },
];

describe('§2 A table with more than its spreadsheet shows', () => {
  it('[I959] says that rows and columns are hidden in the file, and which rows of totals are left out', async () => {
    const user = await openPage();
    const row = (...cells: string[]) => cells.map(text => `<c t="str"><v>${text}</v></c>`).join('');
    const sheet = [
      `<row r="1">${row('Артикул', 'Название', 'Цена')}</row>`,
      `<row r="2" hidden="1">${row('A-1', 'Квас', '10')}</row>`,
      `<row r="3">${row('Итого', '', '10')}</row>`,
    ].join('');
    const parts = bookParts(sheet).map(part => ({
      ...part,
      content: String(part.content).replace('<sheetData>', '<cols><col min="3" max="3" hidden="1"/></cols><sheetData>'),
    }));
    const file = new File([zipOf(parts) as BlobPart], 'прайс.xlsx');
    await user.upload(screen.getByLabelText('Выбрать файл', { selector: 'input' }), file);
    await title();
    const line = await screen.findByText(/В файле есть скрытые строки/);
    expect(line).toHaveTextContent('В файле скрыты столбцы «Цена»: импорт читает и их.');
    expect(line).toHaveTextContent('Строки с итогами не импортируются: 3.');
  });
});

describe('§2 A column of a table', () => {
  it('[I843] is converted beside its first rows, and what is wrong stands at its input', async () => {
    const { user, dialog } = await openColumn(
      [
        ['Артикул', 'Название', 'Цена, RUB'],
        ['A-1', 'Квас', '122,00'],
      ],
      'Цена, RUB',
    );
    expect(await dialog.findByRole('cell', { name: '122' })).toBeVisible();
    await user.click(dialog.getByRole('combobox', { name: 'Преобразовать' }));
    const tax = await screen.findByRole('option', { name: 'Вычесть НДС' });
    expect(screen.queryByRole('option', { name: 'Порядок даты' })).toBeNull();
    await user.click(tax);
    const percent = dialog.getByRole('textbox', { name: 'НДС, %' });
    await user.clear(percent);
    await user.type(percent, '101');
    expect(percent).toHaveAccessibleDescription('Число от 0 до 100');
    expect(dialog.getByRole('button', { name: 'Применить' })).toBeDisabled();
    await user.clear(percent);
    await user.type(percent, '22');
    expect(await dialog.findByRole('cell', { name: '100' })).toBeVisible();
    await choose({ user, dialog }, 'Преобразовать', 'Пересчитать по курсу');
    const rate = dialog.getByRole('textbox', { name: 'Курс: сколько стоит единица этой валюты' });
    await user.type(rate, '0');
    expect(rate).toHaveAccessibleDescription('Число больше нуля');
    await user.click(dialog.getByRole('button', { name: 'Убрать: Пересчитать по курсу' }));

    let isDown = true;
    const { released, release } = hold();
    answer(
      http.put(`${PREPARED_CALL}/:id`, async () => {
        await released;
        return isDown ? HttpResponse.json({ code: 504, message: 'Сервер не отвечает' }, { status: 504 }) : undefined;
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Применить' }));
    await tryToClose(user);
    release();
    expect(await screen.findByText('Сервер не отвечает')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'НДС, %' })).toHaveValue('22');
    isDown = false;
    await user.click(dialog.getByRole('button', { name: 'Применить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await columns()).toContainEqual(
      expect.objectContaining({ field: 'price', conversions: [{ kind: 'withoutTax', percent: 22 }] }),
    );
    expect(await screen.findByRole('gridcell', { name: '100' })).toBeVisible();
  });

  it('[I844] is joined with another, fills a second field, and both are remembered', async () => {
    const { user, dialog } = await openColumn(
      [
        ['Артикул', 'Название', 'Объём'],
        ['A-1', 'Квас', '0,5 л'],
      ],
      'Название',
    );
    await choose({ user, dialog }, 'Соединить со столбцом', 'Объём');
    expect(await dialog.findByRole('cell', { name: 'Квас 0,5 л' })).toBeVisible();
    // What was chosen for the first field is kept when another one is started.
    await user.click(dialog.getByRole('button', { name: 'Ещё одно поле из этого столбца' }));
    await waitFor(async () =>
      expect(await columns()).toContainEqual(expect.objectContaining({ field: 'name', sources: joined })),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ещё одно поле из этого столбца' })).toBeNull());
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отмена' }));
    expect(await screen.findByRole('gridcell', { name: 'Квас 0,5 л' })).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Ещё о столбце «Название + Объём»' }));
    await user.click(await screen.findByRole('button', { name: 'Ещё одно поле из этого столбца' }));
    const another = within(await screen.findByRole('dialog'));
    expect(another.getByRole('button', { name: 'Применить' })).toBeDisabled();
    await user.click(another.getByRole('combobox', { name: 'Поле' }));
    await user.click(await screen.findByRole('option', { name: 'Описание' }));
    await choose({ user, dialog: another }, 'Преобразовать', 'Часть ячейки');
    const separator = another.getByRole('textbox', { name: 'Разделитель' });
    await user.clear(separator);
    expect(separator).toHaveAccessibleDescription('Впишите, чем разделены части');
    await user.type(separator, ' ');
    expect(await another.findByRole('cell', { name: 'Квас' })).toBeVisible();
    await user.click(another.getByRole('button', { name: 'Применить' }));
    expect(await screen.findByRole('columnheader', { name: 'Описание' })).toBeVisible();

    await user.type(screen.getByRole('textbox', { name: 'Поставщик' }), 'Ромашка');
    await user.click(screen.getByRole('button', { name: 'Запомнить столбцы' }));
    await waitFor(() => expect(screen.getByText('Запомнили')).toBeVisible());
    const [profile] = await server().db.select().from(importProfiles);
    expect(profile?.mapping.columns).toMatchObject([
      { field: 'sku' },
      { field: 'name', sources: joined },
      { sources: joined, conversions: [{ kind: 'part', separator: ' ', at: 1 }] },
    ]);
  });
});
