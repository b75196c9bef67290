import { and, eq, inArray } from 'drizzle-orm';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { batchPace } from '#server/db/batchPace.ts';
import { draftChanges, products } from '#server/db/schema.ts';
import { createApp } from '#server/http/app.ts';
import { ApiFailure } from '#server/http/errors.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { describeOnBoth, senderOf, useTestServer } from '#tests/support/server.ts';
import { countStatements } from '#tests/support/statements.ts';

afterEach(() => vi.restoreAllMocks());

describeOnBoth('X Bulk calls of many records', server => {
  it('[X400] a batch that fails leaves those before it, which are announced, and the same call does the rest', async () => {
    const { deps, db, messages, signIn } = server();
    const { rows } = batchPace[deps.databaseKind];
    const ids = (await addManyProducts(server(), rows + 10)).map(({ id }) => id);
    const { access } = await signIn('admin');
    const isActive = and(inArray(products.id, ids), eq(products.status, 'active'));
    const body = { ids, data: { status: 'active' } };
    let batches = 0;
    const requireRoom = async (ofCall?: number) => {
      if (ofCall === undefined) batches += 1;
      if (batches === 2) throw new ApiFailure('fault');
    };
    messages.length = 0;
    const failed = await senderOf(createApp({ ...deps, requireRoom }), access)('PUT', '/products', body);
    expect(failed.status).toBe(500);
    expect(await db.$count(products, isActive)).toBe(rows);
    expect(messages).toContainEqual(expect.objectContaining({ event: 'RECORDS_CHANGE' }));
    expect(messages).toContainEqual(expect.objectContaining({ event: 'DRAFTS_CURRENT_DRAFT_CHANGE' }));
    const { status, result } = await senderOf(createApp(deps), access)('PUT', '/products', body);
    expect([status, result]).toEqual([200, { ids, unchanged: rows, failed: [] }]);
    expect(await db.$count(products, isActive)).toBe(ids.length);
    expect(await db.$count(draftChanges, eq(draftChanges.field, 'status'))).toBe(ids.length);
  });
});

describe.skipIf(!inject('server').postgres)('X Statements of a bulk call (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  it('[X400] a bulk PUT needs as many statements for a whole batch as for a few records', async () => {
    const { rows } = batchPace.postgres;
    // Batches that take no time are never made smaller.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const ids = (await addManyProducts(server(), rows * 2)).map(({ id }) => id);
    const send = await server().as('admin');
    const asked = async (count: number, price: number) =>
      (await countStatements(() => send('PUT', '/products', { ids: ids.slice(0, count), data: { price } }))).length;
    // More than are listed in the event one by one.
    const few = await asked(200, 1);
    expect(await asked(rows, 2)).toBe(few);
    // The caller is read before all batches, and what they changed is counted after them.
    const aroundBatches = 2;
    // The second batch locks what the first began, and asks whether it was undone.
    const toContinue = 3;
    expect(await asked(rows * 2, 3)).toBe(2 * few - aroundBatches + toContinue);
  });
});
