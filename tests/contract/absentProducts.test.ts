import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { AbsentPage, AbsentRule } from '#contract/absentProducts.ts';
import type { ImportRun } from '#contract/importing.ts';
import { type ImportMapping, toMapping } from '#contract/importMapping.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import {
  draftChanges,
  importPresentProducts,
  importProfileProducts,
  products,
  rolePermissions,
} from '#server/db/schema.ts';
import { addBrand, formOf, IMPORT, nextEvent, type RunWithLog } from '#tests/support/importing.ts';
import { PREPARED, preparedCalls, type Send } from '#tests/support/preparing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const head = ['Артикул', 'Название', 'Вес, кг'];
const brands = { scope: 'brands', archives: true } as const;

describeOnBoth('§7 Goods that a table does not have', server => {
  const { keep, counted, change, start } = preparedCalls(server);

  /** Ten goods of one brand and one of another. */
  const begin = async (): Promise<Send> => {
    await addBrand(server(), 'Росток');
    await addBrand(server(), 'Ива');
    const admin = await server().as('admin');
    for (let at = 1; at <= 10; at += 1)
      recordIn(
        await admin('POST', '/products', { name: `Товар ${at}`, sku: `A-0${at}`, brand_id: 1, status: 'active' }),
      );
    recordIn(await admin('POST', '/products', { name: 'Чужой', sku: 'B-1', brand_id: 2, status: 'active' }));
    return server().as('content_manager');
  };
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => [`A-0${from + at}`, `Товар ${from + at}`, '']);
  const mappingOf = ({ mapping, proposal }: PreparedImport): ImportMapping =>
    mapping ?? toMapping(proposal as NonNullable<typeof proposal>);
  const expecting = async (send: Send, table: string[][], absent: AbsentRule) => {
    const prepared = await keep(send, csvOf([head, ...table]));
    await change(send, prepared.id, { mapping: { ...mappingOf(prepared), absent } });
    return counted(send, prepared.id);
  };
  const absentOf = async (send: Send, id: number, query = ''): Promise<AbsentPage> =>
    (await send('GET', `${PREPARED}/${id}/absent${query}`)).result as AbsentPage;
  const archived = async (): Promise<string[]> => {
    const { name, status, id } = products;
    const found = await server().db.select({ name }).from(products).where(eq(status, 'archived')).orderBy(id);
    return found.map(product => product.name);
  };
  const startWith = async (send: Send, id: number, query: string): Promise<RunWithLog> => {
    const over = nextEvent(server(), 'IMPORT_READY');
    const { status, result } = await send('POST', `${PREPARED}/${id}/start${query}`);
    expect(status).toBe(200);
    await over;
    await server().deps.backgroundTasks.whenSettled();
    return (await send('GET', `${IMPORT}/runs/${(result as ImportRun).id}?limit=10000`)).result as RunWithLog;
  };
  const textsOf = ({ log }: RunWithLog) => log.map(({ text }) => text);

  it('[I870] are counted only when asked for, by the brands of the table, and listed by name page by page', async () => {
    const send = await begin();
    const prepared = await keep(send, csvOf([head, ...rows(1, 7)]));
    expect(await counted(send, prepared.id)).toMatchObject({ absent: null });
    const { id, absent } = await expecting(send, rows(1, 7), brands);
    expect(absent).toEqual({ count: 3, expected: 10, unread_rows: 0 });
    expect(await absentOf(send, id)).toMatchObject({
      total: 3,
      items: [
        { name: 'Товар 10', sku: 'A-010', barcode: null },
        { name: 'Товар 8', sku: 'A-08' },
        { name: 'Товар 9', sku: 'A-09' },
      ],
    });
    const page = await absentOf(send, id, '?offset=1&limit=1');
    expect([page.total, page.items.map(({ name }) => name)]).toEqual([3, ['Товар 8']]);
    await server().db.update(products).set({ status: 'archived' }).where(eq(products.sku, 'A-08'));
    await change(send, id, {});
    expect((await counted(send, id)).absent).toEqual({ count: 2, expected: 9, unread_rows: 0 });
    const other = await server().as('admin');
    expect((await other('GET', `${PREPARED}/${id}/absent`)).status).toBe(404);
  });

  it('[I870] a brand that the import gives to goods counts, and the one it takes away does not', async () => {
    const send = await begin();
    const table = csvOf([
      ['Артикул', 'Бренд'],
      ['A-01', 'Ива'],
    ]);
    const prepared = await keep(send, table);
    await change(send, prepared.id, { mapping: { ...mappingOf(prepared), absent: brands } });
    const { absent } = await counted(send, prepared.id);
    expect(absent).toEqual({ count: 1, expected: 1, unread_rows: 0 });
    await startWith(send, prepared.id, '?archives_most=1');
    expect(await archived()).toEqual(['Чужой']);
  });

  it('[I870] a refused row that names goods of two brands does not make both expected', async () => {
    const send = await begin();
    await server().db.insert(products).values({ name: 'Чужой 2', sku: 'B-2', brand_id: 2, status: 'active' });
    await server().db.update(products).set({ barcode: '4601234567893' }).where(eq(products.sku, 'A-08'));
    const table = [
      ['Штрихкод', ...head],
      ...rows(1, 7).map(row => ['', ...row]),
      ['4601234567893', 'B-1', 'Товар 8', ''],
    ];
    const { id } = await keep(send, csvOf(table)).then(prepared =>
      change(send, prepared.id, { mapping: { ...mappingOf(prepared), absent: brands } }),
    );
    const { absent, counts } = await counted(send, id);
    expect(counts).toMatchObject({ unchanged: 7, faulty: 1 });
    expect(absent).toEqual({ count: 2, expected: 10, unread_rows: 0 });
    expect((await start(send, id)).counts).toMatchObject({ archived: 2 });
    expect(await archived()).toEqual(['Товар 9', 'Товар 10']);
  });

  it('[I870] by a profile: those its imports have had so far, and the choice comes with the profile', async () => {
    const send = await begin();
    const first = await keep(send, csvOf([head, ...rows(1, 8)]));
    const absent = { scope: 'profile', archives: true } as const;
    await change(send, first.id, { mapping: { ...mappingOf(first), absent } });
    expect((await counted(send, first.id)).absent).toEqual({ count: 0, expected: 0, unread_rows: 0 });
    expect((await send('POST', `${PREPARED}/${first.id}/profile`, { name: 'Ромашка' })).status).toBe(200);
    const run = await start(send, first.id);
    expect([run.counts, run.profile]).toEqual([
      { new: 0, changed: 0, unchanged: 8, faulty: 0, archived: 0 },
      { id: expect.any(Number), name: 'Ромашка' },
    ]);
    const next = await keep(send, csvOf([head, ...rows(3, 10)]));
    expect(next.mapping?.absent).toEqual(absent);
    expect((await counted(send, next.id)).absent).toEqual({ count: 2, expected: 8, unread_rows: 0 });
    expect((await start(send, next.id)).counts).toMatchObject({ archived: 2 });
    expect(await archived()).toEqual(['Товар 1', 'Товар 2']);
    const known = await server().db.select().from(importProfileProducts);
    expect(known).toHaveLength(10);
    const [profile] = (await send('GET', `${IMPORT}/profiles`)).result as { id: number }[];
    await send('DELETE', `${IMPORT}/profiles/${profile?.id}`);
    expect(await server().db.select().from(importProfileProducts)).toEqual([]);
  });

  it('[I871] a product counts as there whatever becomes of its row', async () => {
    const send = await begin();
    const admin = await server().as('admin');
    recordIn(await admin('POST', '/products', { name: 'С нулями', sku: '00123', brand_id: 1 }));
    const table = [
      ...rows(1, 4),
      ['A-05', 'Товар 5', 'много'],
      ['A-06', 'Товар 6', ''],
      ['A-07', 'Товар 7', ''],
      ['A-07', 'Товар 7 ещё раз', ''],
      ['123', 'С нулями', ''],
      ['', 'Без артикула', ''],
      ['A-08', 'Товар 8', 'столько-то'],
    ];
    const { id } = await expecting(send, table, brands);
    await change(send, id, { leave_out: [7] });
    const { absent, counts } = await counted(send, id);
    expect(counts).toMatchObject({ unchanged: 5, left_out: 1 });
    expect(absent).toEqual({ count: 2, expected: 11, unread_rows: 1 });
    expect((await absentOf(send, id)).items.map(({ name }) => name)).toEqual(['Товар 10', 'Товар 9']);
    expect((await start(send, id)).counts).toMatchObject({ archived: 2 });
    expect(await archived()).toEqual(['Товар 9', 'Товар 10']);
  });

  it('[I872] are archived at the end of the run by its author, in the history and the log; otherwise they stay', async () => {
    const send = await begin();
    const left = await expecting(send, rows(1, 7), { scope: 'brands', archives: false });
    expect(left.absent).toMatchObject({ count: 3 });
    expect((await start(send, left.id)).counts).toEqual({ new: 0, changed: 0, unchanged: 7, faulty: 0 });
    expect(await archived()).toEqual([]);

    const { id } = await expecting(send, rows(1, 7), brands);
    const run = await start(send, id);
    expect([run.status, run.counts]).toEqual([
      'finished',
      { new: 0, changed: 0, unchanged: 7, faulty: 0, archived: 3 },
    ]);
    expect(textsOf(run)).toEqual(
      expect.arrayContaining([
        'В файле нет товаров: 3 из 10. Убираем их в архив',
        'Убрано в архив товаров, которых нет в файле: 3',
      ]),
    );
    expect(await archived()).toEqual(['Товар 8', 'Товар 9', 'Товар 10']);
    const { before, after, field } = draftChanges;
    const history = await server().db.select({ before, after }).from(draftChanges).where(eq(field, 'status'));
    expect(history).toEqual([1, 2, 3].map(() => ({ before: 'active', after: 'archived' })));
    const [draft] = ((await send('GET', '/drafts/all-currents')).result as { items: { manager: object }[] }).items;
    expect(draft?.manager).toEqual({ id: run.user.id, name: run.user.name });
    expect(await server().db.select().from(importPresentProducts)).toEqual([]);
  });

  it('[I873] who may not change a status is not shown them, and a run of theirs leaves them', async () => {
    const send = await begin();
    const { id } = await expecting(send, rows(1, 7), brands);
    expect((await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' })).status).toBe(200);
    await server().db.delete(rolePermissions).where(eq(rolePermissions.slug, 'product.show-general'));
    const prepared = await keep(send, csvOf([head, ...rows(1, 7)]));
    expect(prepared.profile?.name).toBe('Ромашка');
    expect((await counted(send, prepared.id)).absent).toBeNull();
    expect(await absentOf(send, prepared.id)).toEqual({ total: 0, items: [] });
    const run = await start(send, prepared.id);
    expect(run.counts).toEqual({ new: 0, changed: 0, unchanged: 7, faulty: 0 });
    expect(textsOf(run)).toContain('Товары, которых нет в файле, останутся: у вас нет права менять их статус');
    expect(await archived()).toEqual([]);
  });

  it('[I875] more than half of them stay unless that was confirmed, also when a file is imported at once', async () => {
    const send = await begin();
    const { id, absent } = await expecting(send, rows(1, 4), brands);
    expect(absent).toEqual({ count: 6, expected: 10, unread_rows: 0 });
    expect((await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' })).status).toBe(200);
    const run = await start(send, id);
    expect([run.status, run.counts.archived]).toEqual(['finished', 0]);
    expect(run.log).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        text: 'В файле нет большинства ожидаемых товаров: 6 из 10. Без подтверждения они в архив не убраны',
      }),
    );
    const over = nextEvent(server(), 'IMPORT_READY');
    await send('POST', IMPORT, formOf(['table', csvOf([head, ...rows(1, 4)])]));
    await over;
    expect(await archived()).toEqual([]);
    const again = await expecting(send, rows(1, 4), brands);
    expect((await startWith(send, again.id, '?archives_most=1')).counts).toMatchObject({ archived: 6 });
    const isArchived = and(eq(products.status, 'archived'), sql`${products.brand_id} = 1`);
    expect(await server().db.$count(products, isArchived)).toBe(6);
  });
});
