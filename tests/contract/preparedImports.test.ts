import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { PreparedImport } from '#contract/preparing.ts';
import { findRunCaller } from '#server/accounts/session/caller.ts';
import { preparedImports, products, runs } from '#server/db/schema.ts';
import { createApp } from '#server/http/app.ts';
import { startImport } from '#server/imports/importJob.ts';
import { toImportSource } from '#server/imports/prepared/previews.ts';
import { OutdatedRevision, prunePreparedImports } from '#server/imports/prepared/store.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { formOf, goods, header, IMPORT, nextEvent, runFile } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { PREPARED, preparedCalls, table } from '#tests/support/preparing.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const DAY = 24 * 3_600_000;

describeOnBoth('§7 An upload that is kept until it is imported', server => {
  const { begin, keep, counted, rowsOf, change, start } = preparedCalls(server);

  it('[I740] an upload and its choices are read by its owner alone, on every server, and last a week', async () => {
    const send = await begin();
    const { id } = await keep(send);
    await change(send, id, { clear: true });
    expect((await send('GET', PREPARED)).result).toMatchObject([{ id, file_name: 'товары.csv' }]);

    const stranger = await server().as('admin');
    expect((await stranger('GET', `${PREPARED}/${id}`)).status).toBe(404);
    expect((await stranger('PUT', `${PREPARED}/${id}`, { clear: false })).status).toBe(404);
    expect((await stranger('POST', `${PREPARED}/${id}/start`)).status).toBe(404);
    expect((await stranger('DELETE', `${PREPARED}/${id}`)).status).toBe(404);
    expect((await stranger('GET', PREPARED)).result).toEqual([]);

    const { deps } = server();
    const dataDir = join(dirname(deps.config.dataDir), randomUUID());
    const other = createApp({ ...deps, realtime: createEventBus(), config: { ...deps.config, dataDir } });
    const elsewhere = senderOf(other, (await server().signIn('content_manager')).access);
    expect((await elsewhere('GET', `${PREPARED}/${id}`)).result).toMatchObject({ id, clear: true });
    await deps.backgroundTasks.whenSettled();
    await rm(dataDir, { recursive: true });

    server().freeze();
    server().advance(6 * DAY);
    await change(await server().as('content_manager'), id, { clear: false });
    const kept = async () => (await (await server().as('content_manager'))('GET', PREPARED)).result;
    server().advance(6 * DAY);
    expect(await kept()).toHaveLength(1);
    server().advance(2 * DAY);
    expect(await kept()).toEqual([]);
    const [expired] = await server().db.select().from(preparedImports);
    const stored = join(deps.config.dataDir, 'files/imports', expired?.key ?? '');
    await stat(stored);
    await prunePreparedImports(deps);
    expect(await server().db.select().from(preparedImports)).toEqual([]);
    await expect(stat(stored)).rejects.toThrow();
  });

  it('[I740] a file that is no table is refused and not kept, and so is one of a user who may not import', async () => {
    const send = await begin();
    const refused = await send('POST', PREPARED, formOf(['table', '%PDF-1.7', 'счёт.pdf']));
    expect(refused).toMatchObject({ status: 400, messages: [expect.stringContaining('Это не таблица')] });
    expect(await server().db.select().from(preparedImports)).toEqual([]);
    const { id } = await keep(send, 'Полка;Ряд\n1;2');
    expect(await counted(send, id)).toMatchObject({
      refusal: expect.stringContaining('Не нашлось строки'),
      progress: 100,
    });
    await send('DELETE', `${PREPARED}/${id}`);
    expect((await send('GET', `${PREPARED}/${id}`)).status).toBe(404);
    await letRole(server(), '1c_client', 'products.show-list');
    const { status } = await (await server().as('1c_client'))('GET', PREPARED);
    expect(status).toBe(403);
  });

  it('[I741] every row says what the import would do, in pages and by outcome, with what each cell was before', async () => {
    const send = await begin();
    const { id } = await keep(send);
    expect(await counted(send, id)).toMatchObject({
      progress: 100,
      refusal: null,
      rows: 6,
      counts: { new: 1, changed: 2, unchanged: 1, faulty: 2, left_out: 0 },
    });
    const { total, items } = await rowsOf(send, id);
    expect(total).toBe(6);
    expect(items.map(({ row, outcome, name }) => [row, outcome, name])).toEqual([
      [2, 'changed', 'Квас'],
      [3, 'changed', 'Морс'],
      [4, 'new', null],
      [5, 'faulty', null],
      [6, 'faulty', null],
      [7, 'unchanged', 'Ряженка'],
    ]);
    expect(items[0]?.cells).toEqual([
      { text: 'P-1' },
      { text: 'Квас светлый', before: 'Квас' },
      { text: 'Росток' },
      { text: '0,5' },
      { text: '100', before: '50' },
    ]);
    expect(items[3]?.cells[3]).toEqual({ text: 'много', fault: 'Нужно число, например 1 234,5', alike: 2 });
    const faulty = await rowsOf(send, id, '?outcome=faulty&offset=1&limit=1');
    expect(faulty).toMatchObject({ total: 2, items: [{ row: 6 }] });
    expect((await rowsOf(send, id, '?offset=4')).items.map(({ row }) => row)).toEqual([6, 7]);
  });

  it('[I742] an import of a kept upload does what its preview shows, without another upload, and then forgets it', async () => {
    const send = await begin();
    const { id } = await keep(send);
    const { counts } = await counted(send, id);
    const run = await start(send, id);
    expect({ ...run.counts, left_out: 0 }).toEqual(counts);
    expect(run.file_name).toBe('товары.csv');
    expect((await send('GET', `${PREPARED}/${id}`)).status).toBe(404);
    expect((await send('GET', PREPARED)).result).toEqual([]);
  });

  it('[I743] corrected cells and rows left out hold in the preview and in the run', async () => {
    const send = await begin();
    const { id } = await keep(send);
    await change(send, id, { cells: [{ row: 5, field: 'weight', text: '0,7' }], leave_out: [2, 4] });
    await change(send, id, { alike: [{ field: 'weight', was: 'много', text: '2' }], take_back: [4] });
    const seen = await counted(send, id);
    expect(seen).toMatchObject({
      corrections_count: 2,
      counts: { new: 3, changed: 1, unchanged: 1, faulty: 0, left_out: 1 },
    });
    expect(await rowsOf(send, id, '?outcome=left_out')).toMatchObject({ items: [{ row: 2, outcome: 'left_out' }] });
    const corrected = (await rowsOf(send, id, '?outcome=new')).items;
    expect(corrected.map(({ row, cells }) => [row, cells[3]])).toEqual([
      [4, { text: '0,25' }],
      [5, { text: '0,7', isCorrected: true }],
      [6, { text: '2' }],
    ]);
    const run = await start(send, id);
    expect({ ...run.counts, left_out: 1 }).toEqual(seen.counts);
    const written = await server().db.select({ sku: products.sku, weight: products.weight }).from(products);
    expect(written).toContainEqual({ sku: 'P-1', weight: 0.5 });
    expect(written).toContainEqual({ sku: 'P-4', weight: 0.7 });
    expect(written).toContainEqual({ sku: 'P-5', weight: 2 });
  });

  it('[I743] correcting a key and taking all rows back count the table anew', async () => {
    const send = await begin();
    const { id } = await keep(send);
    await change(send, id, { leave_out: [2, 3, 4, 5, 6, 7] });
    expect(await counted(send, id)).toMatchObject({ refusal: expect.stringContaining('только заголовок') });
    await change(send, id, { take_back: true, cells: [{ row: 4, field: 'sku', text: 'P-6' }] });
    expect((await counted(send, id)).counts).toEqual({ new: 0, changed: 3, unchanged: 0, faulty: 3, left_out: 0 });
    expect((await rowsOf(send, id, '?outcome=faulty')).items.map(({ row }) => row)).toEqual([5, 6, 7]);
  });

  it('[I972] an upload that is changed or removed while its table is inspected is not imported', async () => {
    const send = await begin();
    const { id } = await keep(send);
    const { deps, db } = server();
    const [seen] = await db.select().from(preparedImports);
    const { user } = await server().signIn('content_manager');
    const caller = await findRunCaller(deps, { userId: user.id, actorId: null });
    if (!seen || !caller) throw new Error('nothing to start');
    const source = await toImportSource(deps, seen, caller);
    await change(send, id, { leave_out: [2] });
    await expect(startImport(deps, source)).rejects.toBeInstanceOf(OutdatedRevision);
    await db.update(preparedImports).set({ revision: seen.revision, expires_at: deps.clock() });
    await expect(startImport(deps, source)).rejects.toMatchObject({ kind: 'notFound' });
    expect(await db.$count(runs)).toBe(0);
  });

  it('[I957] of two changes over one revision the second is refused with the upload as it is', async () => {
    const send = await begin();
    const { id, revision } = await keep(send);
    const put = (body: object) => send('PUT', `${PREPARED}/${id}`, body);
    const corrected = { cells: [{ row: 5, field: 'weight', text: '0,7' }] };
    const answers = await Promise.all([put({ ...corrected, revision }), put({ leave_out: [2], revision })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused).toMatchObject({
      message: expect.stringContaining('В другом окне'),
      result: { id, revision: revision + 1 },
    });
    const { corrections_count, left_out } = await counted(send, id);
    expect(corrections_count + left_out).toBe(1);
    for (const body of [{ clear: true }, { undecided: [] }, { mapping: null }, corrected])
      expect((await put({ ...body, revision })).status).toBe(409);
    const remember = (seen: number) => send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка', revision: seen });
    expect(await remember(revision)).toMatchObject({ status: 409, result: { revision: revision + 1, profile: null } });
    expect((await send('GET', `${IMPORT}/profiles`)).result).toEqual([]);
    expect(await counted(send, id)).toMatchObject({ revision: revision + 1, clear: false });
    expect((await remember(revision + 1)).result).toMatchObject({ profile: { name: 'Ромашка' } });
  });

  it('[I744] the first rows are there before the whole table has been read', async () => {
    const send = await begin();
    const rows = goods(1, 3000);
    const first = await keep(send, csvOf([header, ...rows]));
    expect(first.progress).toBeLessThan(100);
    const early = await rowsOf(send, first.id);
    expect(early.items).toHaveLength(100);
    expect(early.items[0]).toMatchObject({ row: 2, outcome: 'new' });
    const seen = await counted(send, first.id);
    expect(seen.counts.new).toBe(3000);
    const last = await rowsOf(send, first.id, '?offset=2990');
    expect(last).toMatchObject({ total: 3000 });
    expect(last.items.at(-1)).toMatchObject({ row: 3001, cells: [{ text: 'A-3000' }, {}, {}] });
  });

  it('[I745] a small table does not wait for the large one of somebody else', async () => {
    const send = await begin();
    const large = await keep(send, csvOf([header, ...goods(1, 20_000)]));
    const other = await server().as('admin');
    const small = await keep(other, table);
    const done = async () => ((await other('GET', `${PREPARED}/${small.id}`)).result as PreparedImport).progress;
    await expect.poll(done).toBe(100);
    const { progress } = (await send('GET', `${PREPARED}/${large.id}`)).result as PreparedImport;
    expect(progress).toBeLessThan(100);
    await send('DELETE', `${PREPARED}/${large.id}`);
  });

  it('[I746] what a table means for prices is said: the mean change, and how many change by more than 30 %', async () => {
    const send = await begin();
    const { id } = await keep(send);
    expect((await counted(send, id)).prices).toEqual({ changed: 2, mean: 35, rising: 1, falling: 0, percent: 30 });
    const plain = await keep(send, 'Артикул;Название\nP-9;Сок');
    expect((await counted(send, plain.id)).prices).toBeNull();
  });

  it('[J708] the preview of an import marks prices by the limit that is set', async () => {
    const send = await begin();
    await (await server().as('admin'))('PUT', '/history-settings', { keep_days: 400, price_percent: 20 });
    const { id } = await keep(send);
    expect((await counted(send, id)).prices).toEqual({ changed: 2, mean: 35, rising: 1, falling: 1, percent: 20 });
  });

  it('[I742] one import at a time: a kept upload waits with its choices while another runs', async () => {
    const send = await begin();
    const { id } = await keep(send);
    const over = nextEvent(server(), 'IMPORT_READY');
    await send('POST', IMPORT, formOf(['table', csvOf([header, ...goods(1, 2000)])]));
    expect(await send('POST', `${PREPARED}/${id}/start`)).toMatchObject({
      status: 409,
      messages: [expect.stringContaining('Импорт уже идёт')],
    });
    await over;
    expect((await start(send, id)).counts).toMatchObject({ changed: 2 });
    expect((await runFile(server(), table)).counts).toMatchObject({ unchanged: 4 });
  });
});
