import { eq, sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import type { CategoryTree } from '#contract/categories.ts';
import type { ImportRun } from '#contract/importing.ts';
import { lockAdministration } from '#server/accounts/people/userRights.ts';
import { openDatabase, queryRows } from '#server/db/database.ts';
import { matrices, passwordResets, pictures, productImages, projects, users } from '#server/db/schema.ts';
import { createApp } from '#server/http/app.ts';
import { formOf, header, IMPORT } from '#tests/support/importing.ts';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { type Answer, senderOf, type TestServer, useTestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

type Send = ReturnType<typeof senderOf>;
type Write = (send: Send, round: number) => Promise<Answer>;

/**
 * Sends writes at once and in rounds, in turn to one and the other of two servers on the database.
 * @returns how many answers had each status, how many of each write succeeded, and how many deadlocks PostgreSQL has
 * resolved
 */
const atOnce = async ({ deps, signIn, db }: TestServer, rounds: number, writes: readonly Write[]) => {
  const { access } = await signIn('admin');
  const databaseUrl = deps.config.databaseUrl ?? '';
  const opened = await Promise.all([openDatabase({ databaseUrl }), openDatabase({ databaseUrl })]);
  const sends = opened.map(database => senderOf(createApp({ ...deps, db: database.db }), access));
  const before = await deadlocksIn(db);
  const statuses: Record<number, number> = {};
  const succeeded = writes.map(() => 0);
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      writes.map(async (write, at) => {
        const { status } = await write(sends[at % 2] as Send, round);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 200) succeeded[at] = (succeeded[at] ?? 0) + 1;
      }),
    );
  // A connection reports its deadlocks at the latest when it is closed.
  for (const { close } of opened) await close();
  return { statuses, succeeded, deadlocks: (await deadlocksIn(db)) - before };
};

const deadlocksIn = async (db: TestServer['db']): Promise<number> => {
  const [row] = await queryRows<{ deadlocks: number }>(
    db,
    sql`select deadlocks::integer from pg_stat_database where datname = current_database()`,
  );
  return row?.deadlocks ?? 0;
};

/** The connections that wait for a lock. */
const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Запись ${at}` }));
const withSku = <T extends object>(rows: readonly T[]) => rows.map((row, at) => ({ ...row, sku: `A-${at}` }));

/** Every other one of a list, beginning elsewhere and in another order with each step. */
const some = (ids: readonly number[], step: number): number[] => {
  const picked = ids.filter((_, at) => (at + step) % 3 > 0);
  return step % 2 > 0 ? picked.toReversed() : picked;
};

/** Imports the products anew, and waits for the end. */
const importAll = async (send: Send, round: number): Promise<Answer> => {
  const rows = Array.from({ length: 24 }, (_, at) => [`A-${at}`, `Запись ${at}`, String(round + at + 1)]);
  const answer = await send('POST', IMPORT, formOf(['table', csvOf([header, ...rows])]));
  const { id } = answer.result as ImportRun;
  const statusOf = async () => ((await send('GET', `${IMPORT}/runs/${id}`)).result as ImportRun).status;
  await expect.poll(statusOf).toBe('finished');
  return answer;
};

const addImages = async ({ db, deps }: TestServer, record_id: number) => {
  const picture = { ending: 'jpg', width: 1, height: 1, bytes: 1, touched_at: deps.clock() } as const;
  await db.insert(pictures).values(['a', 'b'].map(key => ({ key, ...picture })));
  const image = { record_id, alt: {}, file_name: 'a.jpg', created_at: deps.clock() };
  const rows = ['a', 'b'].map((key, at) => ({ ...image, key, position: at + 1, is_main: at === 0 }));
  return idsOf(await db.insert(productImages).values(rows).returning());
};

describe.skipIf(!inject('server').postgres)('Contract 3: writes of many at once', () => {
  const server = useTestServer('postgres');

  it('[X300] links saved from both sides at once never deadlock, even on two servers', async () => {
    const goods = idsOf(await addProducts(server(), ...numbered(12)));
    const types = idsOf(await addModels(server(), ...numbered(6)));
    const writes = [0, 1, 2, 3].flatMap((at): Write[] => [
      (send, round) => send('PUT', `/models/${types[at]}/products`, { ids: some(goods, at + round) }),
      (send, round) => send('PUT', `/products/${goods[at]}/models`, { ids: some(types, at + round) }),
    ]);
    expect(await atOnce(server(), 12, writes)).toMatchObject({ statuses: { 200: 96 }, deadlocks: 0 });
  });

  it('[X300] using a reset link locks the user before the link, as every change of a user does', async () => {
    const { app, createUser, db, deps, mails } = server();
    const { id, email } = await createUser('accountant');
    const visitor = senderOf(app, null);
    await visitor('POST', '/auth/restore', { email });
    await deps.backgroundTasks.whenSettled();
    const token = /token=(\S+)/.exec(mails[0]?.text ?? '')?.[1];
    const used = await db.transaction(async tx => {
      await tx.select().from(users).where(eq(users.id, id)).for('update');
      const body = { token, password: 'demo-demo-2', password_confirmation: 'demo-demo-2' };
      const use = visitor('POST', '/auth/reset-password', body);
      await expect.poll(() => queryRows(db, waiting)).toHaveLength(1);
      const link = tx.select().from(passwordResets).where(eq(passwordResets.user_id, id));
      expect(await link.for('update', { noWait: true })).toHaveLength(1);
      return { use };
    });
    expect((await used.use).status).toBe(200);
  });

  it('[X300] changing one’s own e-mail address waits for the administration lock before locking the user', async () => {
    const { app, db, signIn } = server();
    const { user, access } = await signIn('accountant');
    const { change } = await db.transaction(async tx => {
      await lockAdministration(tx);
      const body = { email: 'new@example.com', password: 'demo-demo' };
      const changing = senderOf(app, access)('PUT', '/profile/email', body);
      await expect.poll(() => queryRows(db, waiting)).toHaveLength(1);
      const row = tx.select().from(users).where(eq(users.id, user.id));
      expect(await row.for('update', { noWait: true })).toHaveLength(1);
      return { change: changing };
    });
    expect((await change).status).toBe(200);
  });

  it('[X300] saves, bulk edits, links, categories, images, imports, merges, deletions and replacements at once never deadlock, even on two servers', async () => {
    const goods = idsOf(await addProducts(server(), ...withSku(numbered(24))));
    const images = await addImages(server(), goods[0] ?? 0);
    const types = idsOf(await addModels(server(), ...numbered(6)));
    const [tea = 0, coffee = 0] = await addValues(server(), 'brand', 'Чай', 'Кофе');
    const spare = await addValues(server(), 'brand', ...Array.from({ length: 8 }, (_, at) => `Лишний ${at}`));
    const sets = idsOf(await server().db.insert(matrices).values(numbered(3)).returning());
    await server().db.insert(projects).values({ name: 'Сайт', code: 'site', platform: 'site' });
    const send = await server().as('admin');
    const draft = {
      categories: [
        { name: 'Еда', children: [] },
        { name: 'Чай', children: [] },
      ],
    };
    const tree = (await send('PUT', '/categories/site', draft)).result as CategoryTree;
    const categories = idsOf(tree.categories);
    const doomed = idsOf(await addProducts(server(), ...numbered(8)));
    for (const id of sets) await send('POST', `/matrices/${id}/products`, { ids: [...goods, ...doomed] });
    await send('PUT', '/products', { ids: doomed, data: { model_ids: types } });
    const brandOf = (round: number) => (round % 2 > 0 ? tea : coffee);
    const writes: Write[] = [
      (to, round) => to('PUT', '/products', { ids: some(goods, round), data: { brand_id: brandOf(round) } }),
      (to, round) => to('PUT', '/products', { ids: some(goods, round + 1), data: { brand_id: spare[round] } }),
      (to, round) => to('POST', `/reference/brand/value/${spare[round]}/replace`, { by: brandOf(round) }),
      (to, round) => to('PUT', `/models/${types[round % 6]}/products`, { ids: some(goods, round) }),
      (to, round) => to('PUT', `/products/${goods[round]}/models`, { ids: some(types, round) }),
      (to, round) => to('PUT', '/models', { ids: some(types, round), data: { product_ids: some(goods, round + 2) } }),
      (to, round) => to('PUT', `/products/${goods[round]}/categories`, { site: some(categories, round) }),
      (to, round) => to('PUT', '/products', { ids: some(goods, round + 2), data: { categories } }),
      (to, round) =>
        to('PUT', '/categories/site', {
          categories: [...tree.categories, { name: `Раздел ${round}`, children: [] }],
        }),
      (to, round) => to('DELETE', `/products/${doomed[round]}`),
      (to, round) => to('POST', `/matrices/${sets[round % 3]}/products`, { ids: some(goods, round) }),
      (to, round) => to('DELETE', `/matrices/${sets[round % 3]}/products`, { ids: some(goods, round) }),
      (to, round) =>
        to('POST', '/matrices/merge', {
          source_ids: [sets[round % 3], sets[(round + 1) % 3]],
          target: { id: sets[(round + 1) % 3] },
          delete_sources: false,
        }),
      (to, round) => to('PUT', `/products/${goods[0]}/images`, { main_id: images[(round + 1) % 2] }),
      importAll,
      (to, round) => to('PUT', `/products/${goods[23 - round]}`, { brand_id: spare[round], price: round + 1 }),
    ];
    const { statuses, succeeded, deadlocks } = await atOnce(server(), 8, writes);
    expect(deadlocks).toBe(0);
    // A brand may be gone by the time that a save names it.
    expect(Object.keys(statuses).filter(status => status !== '200' && status !== '400')).toEqual([]);
    expect(succeeded.flatMap((count, at) => (count > 0 ? [] : String(writes[at])))).toEqual([]);
  });
});
