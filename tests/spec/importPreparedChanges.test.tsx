import { notifyManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ImportProfile, PreparedImport } from '#contract/preparing.ts';
import { importProfiles, preparedImports, products } from '#server/db/schema.ts';
import { hold } from '#tests/support/hold.ts';
import { addBrand, IMPORT } from '#tests/support/importing.ts';
import { PAGE, PREPARED_CALL, usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { PREPARED } from '#tests/support/preparing.ts';

const { server, open, answer, complaints, openPage, send, title, counted, rowAt, start } = usePreparedScreens();

const all = ['Все 3', 'Новые 1', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 0'];
const oneOut = ['Все 3', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 2', 'Исключены 1'];

describe('§2 The way back in an upload', () => {
  it('[I800] checking again keeps the rows left out, and a button of their own takes them back', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    for (const row of [2, 3, 4]) {
      await user.click(await screen.findByRole('checkbox', { name: `Импортировать строку ${row}` }));
      await waitFor(() => expect(screen.getByText(new RegExp(`Исключено строк: ${row - 1}`))).toBeVisible());
    }
    const refusal = /В таблице есть только заголовок/;
    await screen.findByText(refusal);
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
    const revisions = async () => (await server().db.select().from(preparedImports))[0];
    await waitFor(async () => expect(await revisions()).toMatchObject({ revision: 5, left_out: [2, 3, 4] }));
    expect(await screen.findByText(refusal)).toBeVisible();
    expect(await screen.findByText(/Исключено строк: 3/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Вернуть все исключённые строки' }));
    // The counts shown until the rows have been counted again may be those of the beginning.
    await waitFor(() => expect(screen.queryByText(/Исключено строк/)).not.toBeInTheDocument());
    await counted(...all);
  });

  it('[I963] rows stay in place while those of later choices are read', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    await counted(...all);
    await screen.findByText(/^Проверено/);
    const checkbox = (row: number) => screen.getByRole('checkbox', { name: `Импортировать строку ${row}` });
    const reading = hold();
    answer(http.get(`${PREPARED_CALL}/:id/rows`, () => reading.released));
    const shown = new Set<unknown>();
    for (const row of [2, 3]) {
      await user.click(checkbox(row));
      await waitFor(() => expect(screen.getByText(new RegExp(`Исключено строк: ${row - 1}`))).toBeVisible());
      await screen.findByText(/^Проверено/);
      shown.add(checkbox(4));
    }
    expect(shown.size).toBe(1);
    reading.release();
    await waitFor(() => expect(checkbox(3)).not.toBeChecked());
  });

  it('[I969] a correction stays with its row while the rows above it leave the list', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    const faulty = (sku: string) => [sku, `Морс ${sku}`, 'Росток', 'много', ''];
    await send(user, [['Артикул', 'Название', 'Бренд', 'Вес, кг', 'Полка'], ...['A-1', 'A-2', 'A-3'].map(faulty)]);
    await title();
    await user.click(await screen.findByRole('button', { name: 'С ошибками 3' }));
    await screen.findByText(/^Проверено/);
    const reading = hold();
    answer(http.get(`${PREPARED_CALL}/:id/rows`, () => reading.released.then(() => undefined)));
    await user.click(screen.getByRole('checkbox', { name: 'Импортировать строку 2' }));
    await screen.findByText(/Исключено строк: 1/);
    await user.dblClick(within(await rowAt('3, ошибка')).getByText('Морс A-2'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Строка 3: Название' }));
    await user.type(dialog.getByRole('textbox'), ' клюквенный');
    reading.release();
    await waitFor(() => expect(screen.queryByText('Морс A-1')).not.toBeInTheDocument());
    expect(screen.getByRole('dialog', { name: 'Строка 3: Название' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Исправить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [stored] = await server().db.select().from(preparedImports);
    expect(stored?.corrections.cells).toEqual({ 3: { name: 'Морс A-2 клюквенный' } });
  });

  it('[I966] a poll on its way while a choice is saved does not bring back the choices before', async () => {
    await addBrand(server(), 'Росток');
    const admin = await server().as('admin');
    const user = await openPage();
    await send(user);
    await title();
    await counted(...all);
    await screen.findByText(/^Проверено/);
    const [polled, late] = [hold(), hold()];
    let isPolled = false;
    answer(
      http.get(`${PREPARED_CALL}/:id`, async ({ params }) => {
        if (isPolled) return undefined;
        isPolled = true;
        const read = async () =>
          (await admin('GET', `${PREPARED}/${String(params['id'])}`)).result as unknown as PreparedImport;
        await waitFor(async () => expect(await read()).toMatchObject({ progress: 100 }));
        const result = await read();
        polled.release();
        await late.released;
        return HttpResponse.json({ code: 200, message: 'success', result });
      }),
    );
    await user.click(screen.getByRole('checkbox', { name: 'Импортировать строку 2' }));
    await screen.findByText(/Исключено строк: 1/);
    answer(http.put(`${PREPARED_CALL}/:id`, () => polled.released.then(() => undefined), { once: true }));
    await user.click(screen.getByRole('checkbox', { name: 'Импортировать строку 3' }));
    await screen.findByText(/Исключено строк: 2/);
    late.release();
    await counted('Все 3', 'Новые 0', 'Изменятся 0', 'Без изменений 0', 'С ошибками 1', 'Исключены 2');
    expect(screen.getByText(/Исключено строк: 2/)).toBeVisible();
  });

  it('[I968] a start before the answer to the last choice is drawn starts with that choice', async () => {
    await addBrand(server(), 'Росток');
    const { user, services } = await open(PAGE, 'admin');
    await send(user);
    await title();
    await counted(...all);
    await screen.findByText(/^Проверено/);
    const undrawn: (() => void)[] = [];
    notifyManager.setScheduler(draw => undrawn.push(draw));
    onTestFinished(() => notifyManager.setScheduler(draw => setTimeout(draw, 0)));
    await user.click(screen.getByRole('checkbox', { name: 'Импортировать строку 3' }));
    const revision = () => services.queryClient.getQueryData<PreparedImport>(['prepared', 1])?.revision;
    await waitFor(() => expect(revision()).toBe(2));
    await user.click(start());
    notifyManager.setScheduler(draw => setTimeout(draw, 0));
    for (const draw of undrawn) draw();
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    expect(await server().db.select({ sku: products.sku }).from(products)).toEqual([{ sku: 'A-1' }]);
  });

  it('[I801] a corrected cell is taken back where it stands, and the list takes back one correction and all', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    const correct = async (row: string, text: string, label: string, typed: string) => {
      await user.dblClick(within(await rowAt(row)).getByText(text));
      const dialog = within(await screen.findByRole('dialog', { name: label }));
      await user.clear(dialog.getByRole('textbox'));
      await user.type(dialog.getByRole('textbox'), typed);
      await user.click(dialog.getByRole('button', { name: 'Исправить' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };
    await correct('2, новый', 'Квас', 'Строка 2: Название', 'Квас тёмный');
    await screen.findByText('Исправлений: 1');
    await rowAt('2, новый.*Квас тёмный');
    await user.dblClick(within(await rowAt('2, новый')).getByText('Квас тёмный'));
    const again = within(await screen.findByRole('dialog', { name: 'Строка 2: Название' }));
    await user.click(again.getByRole('button', { name: 'Вернуть как в файле' }));
    await waitFor(() => expect(screen.queryByText(/^Исправлений/)).not.toBeInTheDocument());
    expect(await within(await rowAt('2, новый')).findByText('Квас')).toBeVisible();

    await correct('2, новый', 'Квас', 'Строка 2: Название', 'Квас светлый');
    await correct('2, новый', '0,5', 'Строка 2: Вес, кг', '0,6');
    await correct('3, ошибка', 'Морс', 'Строка 3: Название', 'Морс клюквенный');
    await screen.findByText('Исправлений: 3');
    await user.click(screen.getByRole('button', { name: 'Показать исправления' }));
    const list = within(await screen.findByRole('dialog', { name: 'Исправления' }));
    expect(await list.findByText('Морс клюквенный')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Вернуть как в файле: строка 2, Вес, кг' }));
    await user.click(await list.findByRole('button', { name: 'Вернуть все: 2' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(async () =>
      expect(await server().db.select().from(preparedImports)).toMatchObject([
        { corrections: { cells: {}, alike: [] } },
      ]),
    );
  });

  it('[I802] [I811] an upload and a profile are removed after a question that names them, and read again on failure', async () => {
    const first = await openPage();
    await send(first);
    await title();
    await first.click(await screen.findByRole('button', { name: 'Настроить столбцы' }));
    await first.type(await screen.findByRole('textbox', { name: 'Поставщик' }), 'Ромашка');
    await first.click(screen.getByRole('button', { name: 'Запомнить столбцы' }));
    await screen.findByText('Столбцы как у поставщика «Ромашка»');
    let isDown = true;
    const failing = () => (isDown ? HttpResponse.json({ code: 500, message: '' }, { status: 500 }) : undefined);
    answer(http.get(PREPARED_CALL, failing), http.get('*/import/nomenclature/profiles', failing));
    const { user } = await open(PAGE, 'admin');
    const uploads = within(await screen.findByRole('region', { name: 'Загружены, но ещё не импортированы' }));
    const profiles = within(await screen.findByRole('region', { name: 'Запомненные поставщики' }));
    await uploads.findByRole('alert');
    await profiles.findByRole('alert');
    isDown = false;
    await user.click(uploads.getByRole('button', { name: 'Повторить' }));
    await user.click(profiles.getByRole('button', { name: 'Повторить' }));
    await user.click(await uploads.findByRole('button', { name: 'Удалить загруженный файл «товары.csv»' }));
    let question = within(await screen.findByRole('dialog', { name: 'Удалить файл «товары.csv»?' }));
    await user.click(question.getByRole('button', { name: 'Отмена' }));
    expect(await server().db.$count(preparedImports)).toBe(1);
    await user.click(await profiles.findByRole('button', { name: 'Забыть поставщика «Ромашка»' }));
    question = within(await screen.findByRole('dialog', { name: 'Забыть поставщика «Ромашка»?' }));
    expect(question.getByText(/для всех, кто импортирует/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Забыть' }));
    await waitFor(async () => expect(await server().db.$count(importProfiles)).toBe(0));
    expect(complaints().length).toBeGreaterThan(0);
  });

  it('[I803] a profile that a colleague has saved is replaced only after one has read who did and when', async () => {
    const user = await openPage();
    await send(user);
    await title();
    const other = await server().as('content_manager');
    const mapping = {
      sheet: null,
      header: { row: 1, rows: 1 },
      columns: [],
      sections: null,
      key: ['sku'],
      creates: true,
      changes: true,
      clears: false,
    };
    const { result } = await other('POST', `${IMPORT}/profiles`, { name: 'Ромашка', mapping });
    await user.click(await screen.findByRole('button', { name: 'Настроить столбцы' }));
    await user.type(await screen.findByRole('textbox', { name: 'Поставщик' }), 'Ромашка');
    const remember = () => user.click(screen.getByRole('button', { name: 'Запомнить столбцы' }));
    await remember();
    const asked = async () => within(await screen.findByRole('dialog', { name: 'Заменить поставщика «Ромашка»?' }));
    expect((await asked()).getByText(/Анна Берёзкина, \d+ \S+, \d\d:\d\d/)).toBeVisible();
    await user.click((await asked()).getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('textbox', { name: 'Поставщик' })).toHaveValue('Ромашка');
    const stored = async () => ((await other('GET', `${IMPORT}/profiles`)).result as ImportProfile[])[0];
    expect(await stored()).toEqual({ ...(result as ImportProfile), schedule: null });
    await remember();
    await user.click((await asked()).getByRole('button', { name: 'Заменить' }));
    expect(await screen.findByText('Столбцы как у поставщика «Ромашка»')).toBeVisible();
    expect((await stored())?.mapping.columns.length).toBeGreaterThan(0);
  });
});

describe('§2 The start of an upload that has changed', () => {
  it('[I805] a change in another window is shown instead of imported', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    await counted(...all);
    // No longer read again and again, which would show the change before the start.
    await screen.findByText(/^Проверено/);
    const [kept] = await server().db.select().from(preparedImports);
    await (await server().as('admin'))('PUT', `${PREPARED}/${kept?.id}`, { leave_out: [2], clear: true });
    await user.click(start());
    expect(await screen.findByText(/В другом окне выбор изменили/)).toBeVisible();
    await counted(...oneOut);
    expect(screen.getByText(/пустые ячейки стирают значения/)).toBeVisible();
    expect(await server().db.$count(products)).toBe(0);
  });

  it('[I806] counts older than 15 minutes are checked first, and shown when they differ', async () => {
    await addBrand(server(), 'Росток');
    const user = await openPage();
    await send(user);
    await title();
    await counted(...all);
    expect(await screen.findByText(/^Проверено: \d\d:\d\d$/)).toBeVisible();
    const admin = await server().as('admin');
    await admin('POST', '/products', { name: 'Квас', sku: 'A-1', brand_id: 1, weight: 0.4 });
    await user.click(screen.getByRole('button', { name: 'Проверить заново' }));
    const changes = ['Все 3', 'Новые 0', 'Изменятся 1', 'Без изменений 0', 'С ошибками 2', 'Исключены 0'];
    await counted(...changes);
    await admin('PUT', '/products/1', { weight: 0.5 });
    /** As after 16 minutes at the table. */
    answer(
      http.get(
        `${PREPARED_CALL}/:id`,
        async ({ params }) => {
          const { result } = await admin('GET', `${PREPARED}/${String(params['id'])}`);
          return HttpResponse.json({
            code: 200,
            message: 'success',
            result: { ...(result as PreparedImport), checked_ago: 16 * 60 },
          });
        },
        { once: true },
      ),
    );
    await user.click(start());
    expect(await screen.findByText(/товары изменились/)).toBeVisible();
    await counted('Все 3', 'Новые 0', 'Изменятся 0', 'Без изменений 1', 'С ошибками 2', 'Исключены 0');
    expect(screen.queryByRole('heading', { name: 'Импорт завершён' })).not.toBeInTheDocument();
  });

  it('[I806] old counts that are still true start the import without another press', async () => {
    await addBrand(server(), 'Росток');
    server().freeze();
    const user = await openPage();
    await send(user);
    await title();
    await counted(...all);
    server().advance(16 * 60_000);
    let checks = 0;
    answer(http.put(`${PREPARED_CALL}/:id`, () => void (checks += 1)));
    await user.click(start());
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    expect(checks).toBe(1);
    expect(await server().db.$count(products)).toBe(1);
  });
});
