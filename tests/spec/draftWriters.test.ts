import { sql } from 'drizzle-orm';
import { describe, expect, inject, it, vi } from 'vitest';
import { queryRows } from '#server/db/database.ts';
import { writeAs } from '#server/drafts/author.ts';
import { closeDrafts } from '#server/drafts/closeDrafts.ts';
import { createApp } from '#server/http/app.ts';
import { openTransaction } from '#tests/support/openTransaction.ts';
import { draftOf } from '#tests/support/recordedDrafts.ts';
import { addProducts } from '#tests/support/records.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';

describe.skipIf(!inject('server').postgres)('X Writes of one person (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  /** Two products in the draft of a person, who is still writing the first one. */
  const begin = async () => {
    const { deps, signIn } = server();
    await addProducts(server(), { name: 'Чай' }, { name: 'Кофе' });
    const { user, access } = await signIn('admin');
    const send = senderOf(createApp({ ...deps, lockWait: 500 }), access);
    await send('PUT', '/products/2', { price: 1 });
    const save = await openTransaction(server(), async tx => {
      await writeAs(tx, { id: user.id, actorId: null, network: '' });
      await tx.execute(sql`update products set price = 5 where id = 1`);
    });
    return { send, save };
  };

  it('[X620] a write does not wait for another one by the same person', async () => {
    const { send, save } = await begin();
    const answer = await send('PUT', '/products/2', { price: 2 });
    await save();
    expect(answer).toMatchObject({ status: 200, message: 'success' });
    expect(await draftOf(server(), 'admin')).toEqual([
      ['nomenclature', 1, 'price', '', null, 5],
      ['nomenclature', 2, 'price', '', null, 2],
    ]);
  });

  it('[X620] closing the drafts waits for all who are writing', async () => {
    const { send, save } = await begin();
    const { db } = server();
    const closing = db.transaction(tx => closeDrafts(tx, { runId: 1, at: new Date() }));
    await vi.waitFor(async () =>
      expect(
        await queryRows(
          db,
          sql`select from pg_locks where not granted and relation = 'drafts'::regclass
            and database = (select oid from pg_database where datname = current_database())`,
        ),
      ).toHaveLength(1),
    );
    await save();
    const [closed] = await closing;
    expect(await draftOf(server(), 'admin')).toEqual([]);
    await send('PUT', '/products/2', { price: 3 });
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 2, 'price', '', 1, 3]]);
    expect(
      await queryRows(db, sql`select record_id from draft_changes where draft_id = ${closed} order by record_id`),
    ).toEqual([{ record_id: 1 }, { record_id: 2 }]);
  });
});
