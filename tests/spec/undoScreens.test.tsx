import { screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { HISTORY_KEY } from '#providers/cache/draftQueries.ts';
import { createWrittenBatches } from '#providers/cache/writtenBatches.ts';
import { batches, products, runs } from '#server/db/schema.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { runFileBy } from '#tests/support/importing.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { undo } from '#tests/support/undoing.ts';

const { server, open, answer } = useScreens();

describe('Undo in the notice of a write', () => {
  const save = async (name: string) => {
    const { user } = await open('/content/nomenclature/1/settings', 'admin');
    const field = await screen.findByRole('textbox', { name: /^Название/ });
    await user.clear(field);
    await user.type(field, name);
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    return user;
  };
  const nameOf = async () => (await server().db.select().from(products))[0]?.name;

  it('[J672] shows what goes back, takes it back, and can take that back', async () => {
    await addManyProducts(server(), 1);
    const user = await save('Морс');
    const dialog = await screen.findByRole('dialog', { name: 'Отменить: сохранение' });
    expect(await within(dialog).findByText('Вернётся записей: 1')).toBeVisible();
    expect(dialog).toHaveTextContent('Морс · Название: Морс → Товар 001');
    await user.click(within(dialog).getByRole('button', { name: 'Отменить' }));
    expect(await screen.findByText('Отменено, записей: 1')).toBeVisible();
    expect(await nameOf()).toBe('Товар 001');
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    const second = await screen.findByRole('dialog', { name: 'Отменить: отмена' });
    await within(second).findByText('Вернётся записей: 1');
    await user.click(within(second).getByRole('button', { name: 'Отменить' }));
    await waitFor(async () => expect(await nameOf()).toBe('Морс'));
  });

  it('[L700] the question stays until the outcome is there', async () => {
    await addManyProducts(server(), 1);
    const { released, release } = hold();
    const user = await save('Морс');
    answer(http.post('*/api/batches/*/undo', () => released));
    await screen.findByText('Вернётся записей: 1');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отменить' }));
    await tryToClose(user);
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Закрыть' })).not.toBeInTheDocument();
    release();
    expect(await screen.findByText('Отменено, записей: 1')).toBeVisible();
  });

  it('[J672] names what was changed since, and takes it back only when it is ticked', async () => {
    await addManyProducts(server(), 1);
    const { user } = await open('/content/nomenclature/1/settings', 'admin');
    const field = await screen.findByRole('textbox', { name: /^Название/ });
    await user.clear(field);
    await user.type(field, 'Морс');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const undo = await screen.findByRole('button', { name: 'Отменить' });
    await (await server().as('content_manager'))('PUT', '/products/1', { name: 'Сок' });
    await user.click(undo);
    const dialog = within(await screen.findByRole('dialog', { name: 'Отменить: сохранение' }));
    expect(await dialog.findByText('Изменено с тех пор, останется: 1')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Отменить' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Сок · Название: Сок → Товар 001' }));
    await user.click(dialog.getByRole('button', { name: 'Отменить' }));
    await waitFor(async () => expect(await nameOf()).toBe('Товар 001'));
  });

  it('[J672] [L19] a deletion is taken back in the list that is still open', async () => {
    await addManyProducts(server(), 3);
    const { user } = await open('/content/nomenclature', 'admin');
    for (const name of ['Товар 001', 'Товар 002']) await user.click(await screen.findByRole('checkbox', { name }));
    await user.click(screen.getByRole('button', { name: 'Удалить' }));
    await user.click(await screen.findByRole('button', { name: 'Удалить 2' }));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Товар 001' })).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Вернётся записей: 2');
    await user.click(dialog.getByRole('button', { name: 'Отменить' }));
    for (const name of ['Товар 001', 'Товар 002', 'Товар 003'])
      expect(await screen.findByRole('checkbox', { name })).toBeVisible();
  });

  it('[J672] gives the batch of a result once, and none for several writes', () => {
    const written = createWrittenBatches();
    const note = (batch: string) => {
      const result = {};
      written.note(result, { batch });
      return result;
    };
    const saved = note('7');
    expect(written.take({})).toBeNull();
    expect(written.take(null)).toBeNull();
    expect(written.take(saved)).toBe(7);
    expect(written.take(saved)).toBeNull();
    const batch = written.begin();
    expect([batch.getHeaders(), batch.getId()]).toEqual([{}, null]);
    for (const result of [note('8'), {}, note('8')]) batch.add(result);
    expect([batch.getHeaders(), batch.getId()]).toEqual([{ Batch: '8' }, 8]);
    batch.add(note('9'));
    expect([batch.getHeaders(), batch.getId()]).toEqual([{ Batch: '9' }, null]);
  });

  it('[J721] [J670] undoes a bulk edit of more records than one request holds, as a whole', async () => {
    const COUNT = 1010;
    await addManyProducts(server(), COUNT);
    const { user } = await open('/content/nomenclature', 'admin');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
    const bar = within(screen.getByRole('region', { name: 'Выбранное' }));
    await user.click(await bar.findByRole('button', { name: /Выбрать все/ }));
    await user.click(await bar.findByRole('button', { name: 'Изменить' }));
    const form = within(await screen.findByRole('dialog'));
    await user.click(form.getByRole('combobox', { name: 'Какое поле изменить' }));
    await user.click(await screen.findByRole('option', { name: 'Статус' }));
    await user.selectOptions(await form.findByRole('combobox', { name: 'Статус' }), 'Активен');
    await user.click(form.getByRole('button', { name: 'Проверить' }));
    await user.click(await form.findByRole('button', { name: /^Изменить 1\s010$/ }));
    const undoing = await screen.findByRole('button', { name: 'Отменить' });
    const send = await server().as('content_manager');
    await send('PUT', '/products/1005', { status: 'archived' });
    await send('DELETE', '/products/1007');
    await user.click(undoing);
    const dialog = await screen.findByRole('dialog', { name: 'Отменить: массовая правка' });
    expect(await within(dialog).findByText(/^Вернётся записей: 1\s008$/)).toBeVisible();
    expect(dialog).toHaveTextContent('Товар 001 · Статус: Активен → Черновик');
    expect(dialog).toHaveTextContent(/и ещё изменений: 1\s000/);
    expect(dialog).toHaveTextContent('Товар 1005 · Статус: В архиве → Черновик');
    expect(dialog).toHaveTextContent('Товар 1007: Записи больше нет');
    await user.click(within(dialog).getByRole('button', { name: 'Отменить' }));
    const left = await within(dialog).findByRole('list', { name: 'Осталось как есть' });
    expect(left).toHaveTextContent('Товар 1005: изменено с тех пор');
    expect(await server().db.$count(products, eq(products.status, 'draft'))).toBe(COUNT - 2);
  });

  it('[J725] says how many records of a large batch were tried, if none of them can go back', async () => {
    await addManyProducts(server(), 1);
    answer(
      http.post('*/api/batches/:id/undo/preview', async ({ request }) => {
        const body = await (await server().app.fetch(request)).json();
        const change = { entity: 'nomenclature', record_id: 1, field: 'name', item: '', name: 'Морс' };
        const refused = { total: 30, items: [{ ...change, message: 'Недостаточно прав' }] };
        const untried = [{ entity: 'nomenclature', tried: 30, records: 1070 }];
        const back = { total: 0, items: [] };
        return Response.json({
          ...body,
          result: { ...body.result, is_long: true, records: 0, entities: [], back, refused, untried },
        });
      }),
    );
    await save('Морс');
    const dialog = await screen.findByRole('dialog', { name: 'Отменить: сохранение' });
    expect(await within(dialog).findByText('Вернётся записей: 0')).toBeVisible();
    expect(dialog).toHaveTextContent('Морс: Недостаточно прав');
    expect(dialog).toHaveTextContent(
      /Номенклатура: из проверенных записей \(30\) вернуть нельзя ни одну. Остальные \(1.070\)/,
    );
    // They may try all the same.
    expect(within(dialog).getByRole('button', { name: 'Отменить' })).toBeVisible();
  });

  it('[J727] says how many more there are only below those that it names', async () => {
    await addManyProducts(server(), 1);
    answer(
      http.post('*/api/batches/:id/undo/preview', async ({ request }) => {
        const body = await (await server().app.fetch(request)).json();
        const unnamed = { total: 1070, items: [] };
        const [change] = body.result.back.items;
        const since = { total: 31, items: [{ ...change, current: 'Чай' }] };
        return Response.json({ ...body, result: { ...body.result, is_long: true, back: unnamed, since } });
      }),
    );
    await save('Морс');
    const dialog = await screen.findByRole('dialog', { name: 'Отменить: сохранение' });
    expect(await within(dialog).findByText('Изменено с тех пор, останется: 31')).toBeVisible();
    expect(
      within(dialog)
        .getAllByText(/^и ещё изменений/)
        .map(({ textContent }) => textContent),
    ).toEqual(['и ещё изменений: 30']);
  });

  it('[J690] [J672] a notice between the answer to a write and its own notice has none', async () => {
    await addManyProducts(server(), 2);
    const { user: person } = await server().signIn('admin');
    const { user } = await open('/content/nomenclature', 'admin');
    await screen.findByText('Изменения видны сразу');
    await user.click(await screen.findByRole('checkbox', { name: 'Товар 001' }));
    await user.click(
      within(screen.getByRole('region', { name: 'Выбранное' })).getByRole('button', { name: 'Изменить' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Какое поле изменить' }));
    await user.click(await screen.findByRole('option', { name: 'Статус' }));
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Статус' }), 'Активен');
    await user.click(dialog.getByRole('button', { name: 'Проверить' }));
    const start = await dialog.findByRole('button', { name: /^Изменить 1$/ });
    await waitFor(() => expect(start).toBeEnabled());
    // The notice of the write follows the list, which is read again.
    const reading = hold();
    answer(
      http.get('*/api/products', async ({ request }) => {
        await reading.released;
        return server().app.fetch(request);
      }),
    );
    await user.click(start);
    await waitFor(async () => expect(await server().db.$count(products, eq(products.status, 'active'))).toBe(1));
    server().deps.realtime.emit(channels.user(person.id), 'IMPORT_READY', { run_id: 1, message: 'Импорт завершён' });
    const other = (await screen.findByText('Импорт завершён')).closest('[data-notice]');
    expect(other).not.toHaveTextContent('Отменить');
    reading.release();
    const undo = await screen.findByRole('button', { name: 'Отменить' });
    expect(undo.closest('[data-notice]')).toHaveTextContent(/^Измен/);
  });
});

describe('Undo at the run of an import', () => {
  const PAGE = '/content/nomenclature/import';

  it('[J720] takes the import back, says so with a link to the history, and offers it again once that is undone', async () => {
    await addManyProducts(server(), 2);
    const send = await server().as('content_manager');
    const run = await runFileBy(server(), send, 'Артикул;Цена\nA-1;500\nA-2;600\n', 'прайс.csv');
    const { user } = await open(`${PAGE}?run=${run.id}`, 'content_manager');
    await user.click(await screen.findByRole('button', { name: 'Отменить: импорт' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Отменить: импорт' }));
    await dialog.findByText('Вернётся записей: 2');
    await user.click(dialog.getByRole('button', { name: 'Отменить' }));
    await user.click(await screen.findByRole('link', { name: /^Отменено .*\d\d:\d\d$/ }));
    const [undone] = await screen.findAllByRole('article');
    expect(undone).toHaveTextContent(/^\d\d:\d\dВозврат: /);
    expect(within(undone as HTMLElement).getAllByRole('button')[0]).toHaveAttribute('aria-expanded', 'true');
    const prices = await server().db.select({ price: products.price }).from(products).orderBy(products.id);
    expect(prices).toEqual([{ price: 100 }, { price: 101 }]);
    const [batch] = await server().db.select().from(batches).where(eq(batches.kind, 'undo'));
    await undo(send, batch?.id ?? 0);
    await open(`${PAGE}?run=${run.id}`, 'content_manager');
    expect(await screen.findByRole('button', { name: 'Отменить: импорт' })).toBeVisible();
  });

  it('[J720] [J670] what a large undo has left stays on the screen when the import counts as undone', async () => {
    await addManyProducts(server(), 2);
    const send = await server().as('content_manager');
    const run = await runFileBy(server(), send, 'Артикул;Цена\nA-1;500\n', 'прайс.csv');
    const ended = { user_id: run.user.id, started_at: new Date(), heartbeat_at: new Date(), finished_at: new Date() };
    const counts = { restored: 0, removed: 0, changed: 1, since: 1, refused: 0 };
    const [undoRun] = await server()
      .db.insert(runs)
      .values({ ...ended, kind: 'undo', status: 'finished', counts, details: { batch_id: 1, overwrite: [], done: 1 } })
      .returning();
    answer(
      http.post('*/api/batches/:id/undo', async ({ request }) => {
        const body = await (await server().app.fetch(request)).json();
        return Response.json({ ...body, result: { ...body.result, run_id: undoRun?.id } });
      }),
    );
    const { user } = await open(`${PAGE}?run=${run.id}`, 'content_manager');
    await user.click(await screen.findByRole('button', { name: 'Отменить: импорт' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Отменить: импорт' }));
    await dialog.findByText('Вернётся записей: 1');
    await user.click(dialog.getByRole('button', { name: 'Отменить' }));
    expect(await dialog.findByText('Отменено, записей: 1. Осталось как есть: 1')).toBeVisible();
    const link = await screen.findByRole('link', { name: /^Отменено /, hidden: true });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(link).toHaveFocus());
  });

  it('[J720] is not offered for an import that wrote nothing, and again after an undo that broke off', async () => {
    await addManyProducts(server(), 2);
    const send = await server().as('content_manager');
    const idle = await runFileBy(server(), send, 'Артикул;Цена\nA-1;100\n', 'то же.csv');
    const run = await runFileBy(server(), send, 'Артикул;Цена\nA-1;500\n', 'прайс.csv');
    const stopped = { user_id: run.user.id, details: {}, started_at: new Date(), heartbeat_at: new Date() };
    const [undoRun] = await server()
      .db.insert(runs)
      .values({ ...stopped, kind: 'undo', status: 'canceled', counts: {} })
      .returning();
    const [imported] = await server().db.select().from(batches);
    await server()
      .db.insert(batches)
      .values({ user_id: run.user.id, kind: 'undo', details: { undoes: imported?.id ?? 0, run_id: undoRun?.id ?? 0 } });
    await open(`${PAGE}?run=${run.id}`, 'content_manager');
    expect(await screen.findByRole('button', { name: 'Отменить: импорт' })).toBeVisible();
    const { services } = await open(`${PAGE}?run=${idle.id}`, 'content_manager');
    await screen.findByRole('button', { name: 'Скачать отчёт' });
    await waitFor(() =>
      expect(services.queryClient.getQueryData([HISTORY_KEY, 'run', idle.id])).toMatchObject({ total: 0 }),
    );
    expect(screen.queryByRole('button', { name: 'Отменить: импорт' })).not.toBeInTheDocument();
  });
});
