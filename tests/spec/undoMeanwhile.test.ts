import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { BATCH_HEADER } from '#contract/batches.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { queryRows } from '#server/db/database.ts';
import { batches, products, runs } from '#server/db/schema.ts';
import { openTransaction } from '#tests/support/openTransaction.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { describeOnBoth, type TestServer, useTestServer } from '#tests/support/server.ts';
import { NEVER_SILENT } from '#tests/support/silentRuns.ts';
import { batchOf, holdAfterFirstUnit, undo } from '#tests/support/undoing.ts';

const bulkEditor = async (server: TestServer) => {
  const send = await server.as('admin');
  const activate = async (ids: number[], batch?: number) =>
    batchOf(
      await send(
        'PUT',
        '/products',
        { ids, data: { status: 'active' } },
        batch === undefined ? {} : { [BATCH_HEADER]: String(batch) },
      ),
    );
  const countActive = () => server.db.$count(products, eq(products.status, 'active'));
  return { send, activate, countActive };
};

describe.skipIf(!inject('server').postgres)('Undo while a request continues the batch (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  const countWaiting = async () =>
    (
      await queryRows(
        server().db,
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length;

  /** Resolves when a request is over, or waits for a lock as the one before it does. */
  const isHeldOrOver = async (request: Promise<unknown>): Promise<void> => {
    let isOver = false;
    const done = request.finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await countWaiting()) === 2).toBe(true);
    if (isOver) await done;
  };

  const lockProduct = (id: number) =>
    openTransaction(server(), tx => tx.execute(sql`select from products where id = ${id} for update`));

  it('[J723] a request that comes while an undo is written makes a batch of its own', async () => {
    await addManyProducts(server(), 2);
    const { send, activate, countActive } = await bulkEditor(server());
    const batch = await activate([1]);
    const free = await lockProduct(1);
    const undoing = undo(send, batch);
    await expect.poll(countWaiting).toBe(1);
    const continuing = activate([2], batch);
    await isHeldOrOver(continuing);
    await free();
    expect(await undoing).toMatchObject({ records: 1 });
    const own = await continuing;
    expect(own).not.toBe(batch);
    expect(await countActive()).toBe(1);
    await undo(send, own);
    expect(await countActive()).toBe(0);
  });

  it('[J723] an undo takes back what a request had begun to add', async () => {
    await addManyProducts(server(), 2);
    const { send, activate, countActive } = await bulkEditor(server());
    const batch = await activate([1]);
    const free = await lockProduct(2);
    const continuing = activate([2], batch);
    await expect.poll(countWaiting).toBe(1);
    const undoing = undo(send, batch);
    await isHeldOrOver(undoing);
    await free();
    expect(await continuing).toBe(batch);
    expect(await undoing).toMatchObject({ records: 2 });
    expect(await countActive()).toBe(0);
  });
});

describeOnBoth('Undo of a batch that is still written', server => {
  it('[J723] a batch that an undo run goes on with is not continued', async () => {
    await addManyProducts(server(), 2);
    const { activate } = await bulkEditor(server());
    const batch = await activate([1]);
    const at = new Date();
    const details = { batch_id: batch, overwrite: [], done: 0 };
    await server()
      .db.insert(runs)
      .values({ kind: 'undo', status: 'processing', user_id: 1, started_at: at, heartbeat_at: NEVER_SILENT, details });
    expect(await activate([2], batch)).not.toBe(batch);
  });

  it('[J723] what a bulk edit writes after its first part was undone is a batch of its own', async () => {
    const { rows } = batchPace[server().deps.databaseKind];
    const ids = (await addManyProducts(server(), rows + 10)).map(({ id }) => id);
    const { send, activate, countActive } = await bulkEditor(server());
    const goOn = holdAfterFirstUnit(server());
    const editing = activate(ids);
    await expect.poll(() => server().db.$count(batches)).toBe(1);
    const [first] = await server().db.select().from(batches);
    expect(await undo(send, first?.id ?? 0)).toMatchObject({ records: rows });
    goOn();
    const last = await editing;
    const written = await server().db.select().from(batches).orderBy(asc(batches.id));
    expect(written.map(({ kind }) => kind)).toEqual(['bulk', 'undo', 'bulk']);
    expect(written[2]?.id).toBe(last);
    expect(await countActive()).toBe(10);
    await undo(send, last);
    expect(await countActive()).toBe(0);
  });
});
