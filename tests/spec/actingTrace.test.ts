import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { DraftSummary, RecordChanges } from '#contract/drafts.ts';
import type { Editor } from '#contract/editor.ts';
import { beginSession } from '#server/accounts/session/session.ts';
import { queryRows } from '#server/db/database.ts';
import { changes, draftChanges, drafts, runs, users } from '#server/db/schema.ts';
import { actAs } from '#tests/support/acting.ts';
import { addLanguages, defineAttributes } from '#tests/support/attributes.ts';
import { addImage, SENDING } from '#tests/support/cafes.ts';
import { treeOf, ways } from '#tests/support/draftWays.ts';
import { goods, header, runFileBy } from '#tests/support/importing.ts';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('What is written while acting as another user', server => {
  /** The records of `draftWays`, made by nobody, and an administrator who acts as a content manager. */
  const begin = async () => {
    const admin = await server().as('admin');
    const [first] = await addValues(server(), 'brand', 'Заря', 'Луч');
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок', brand_id: first ?? null, attributes: { size: 7 } });
    await addModels(server(), { name: 'Летний' });
    await admin('PUT', '/products/2', { model_ids: [1] });
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await admin('PUT', '/categories/site', treeOf('Напитки'));
    await admin('POST', '/matrices', { name: 'Зима' });
    await admin('POST', '/matrices/1/products', { ids: [2] });
    await defineAttributes(server(), { code: 'size', kind: 'number', applies_to: 'products' });
    await addLanguages(server(), ['ru', 'Русский']);
    await server().db.delete(drafts);
    await server().db.delete(changes);
    return actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
  };
  /** Everything that names whoever wrote it, but not the actor behind them. */
  const untraced = async (subject: number): Promise<string[]> => {
    const columns = await queryRows<{ table: string; author: string }>(
      server().db,
      sql`select relname::text as "table", author.attname::text as author from pg_attribute actor
        join pg_class on pg_class.oid = actor.attrelid join pg_attribute author on author.attrelid = pg_class.oid
        where actor.attname = 'acted_by' and relkind = 'r'
          and author.attname in ('updated_by', 'changed_by', 'set_by', 'user_id')`,
    );
    const found: string[] = [];
    for (const { table, author } of columns) {
      const rows = await queryRows(
        server().db,
        sql.raw(`select from "${table}" where "${author}" = ${subject} and acted_by is null`),
      );
      if (rows.length > 0) found.push(table);
    }
    return found;
  };

  it.each(ways)('[S100] [J100] by $by it carries the actor, in the record and in the draft', async ({ write }) => {
    const { send, actor, subject } = await begin();
    expect(await write(send, server())).toMatchObject({ status: 200 });
    expect(await untraced(subject.id)).toEqual([]);
    const rows = await server().db.select({ by: draftChanges.acted_by }).from(draftChanges);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ by }) => by))).toEqual(new Set([actor.id]));
  });

  it.each([
    ['POST', '/reference/brand/value', { name: 'Ясень' }],
    ['PUT', '/reference/brand/value/order', { ids: [2, 1] }],
    ['PUT', '/attribute/1', { name: 'Размер' }],
    ['PUT', '/attribute/order', { ids: [1] }],
    ['POST', '/cafe', { name: 'Кофейня', kind: 'folder', folder: 'a' }],
    ['PUT', '/language', { ids: [1], data: { name: 'Русский язык' } }],
  ] as const)('[S100] %s %s names both as well', async (method, path, body) => {
    const { send, subject } = await begin();
    expect(await send(method, path, body)).toMatchObject({ status: 200 });
    expect(await untraced(subject.id)).toEqual([]);
  });

  it('[S100] [X200] a record names both, and the actor even when the other account is deleted', async () => {
    const { send, actor, subject } = await begin();
    await send('PUT', '/products/1', { name: 'Морс' });
    const admin = await server().as('admin');
    const editor = async () => ((await admin('GET', '/products/1')).result as { updated_by: Editor }).updated_by;
    const acted_by = { id: actor.id, name: 'Анна Берёзкина' };
    expect(await editor()).toEqual({ id: subject.id, name: 'Дарья Воробьёва', acted_by });
    await server().db.delete(users).where(eq(users.id, subject.id));
    expect(await editor()).toEqual({ id: subject.id, name: 'Удалённый пользователь', acted_by });
    await admin('PUT', '/products/1', { name: 'Чай' });
    expect(await editor()).toEqual(acted_by);
  });

  it('[J100] the draft, its changes and the history of a record name both', async () => {
    const { send, actor, subject } = await begin();
    await send('PUT', '/products/1', { name: 'Морс', price: 5 });
    const admin = await server().as('admin');
    const person = { id: actor.id, name: 'Анна Берёзкина' };
    const { result } = await admin('GET', '/drafts/changes?entity=nomenclature&record_id=1');
    const [item] = (result as { items: { draft: DraftSummary; record: RecordChanges }[] }).items;
    expect(item?.draft).toMatchObject({ manager: { id: subject.id }, acted_by: [person] });
    expect(item?.record.fields.flatMap(({ changes }) => changes.map(({ acted_by }) => acted_by))).toEqual([
      person,
      person,
    ]);
    expect((await admin('GET', '/drafts/all-currents')).result).toMatchObject({ items: [{ acted_by: [person] }] });
  });

  it('[J100] a value that the owner writes over is theirs again', async () => {
    const { send, subject } = await begin();
    const asSubject = senderOf(server().app, (await beginSession(server().deps, subject, false)).access);
    await send('PUT', '/products/1', { name: 'Морс', price: 5 });
    await asSubject('PUT', '/products/1', { name: 'Чай' });
    const rows = await server().db.select().from(draftChanges).where(isNotNull(draftChanges.acted_by));
    expect(rows.map(({ field }) => field)).toEqual(['price']);
    const [name] = await server()
      .db.select()
      .from(draftChanges)
      .where(and(eq(draftChanges.field, 'name'), eq(draftChanges.record_id, 1)));
    expect(name).toMatchObject({ after: 'Чай', acted_by: null });
  });

  it('[S100] a table imported meanwhile names both, in its records and its run', async () => {
    const { send, actor, subject } = await begin();
    const run = await runFileBy(server(), send, csvOf([header, ...goods(1, 2)]));
    expect(run.user).toEqual({
      id: subject.id,
      name: 'Дарья Воробьёва',
      acted_by: { id: actor.id, name: 'Анна Берёзкина' },
    });
    expect(run.counts).toMatchObject({ new: 2 });
    expect(await untraced(subject.id)).toEqual([]);
  });

  it('[S100] so do a publication and a sending', async () => {
    const { send, actor, subject } = await begin();
    const user = {
      id: subject.id,
      name: 'Дарья Воробьёва',
      acted_by: { id: actor.id, name: 'Анна Берёзкина' },
    };
    const published = await send('POST', '/synchronization', { project_ids: [1] });
    expect(published).toMatchObject({ status: 200, result: { user } });
    await addImage(server(), 1, 'a picture');
    const cafe = recordIn(await send('POST', '/cafe', { name: 'Кофейня', kind: 'folder', folder: 'a' }));
    const sent = await send('POST', SENDING, { product_ids: [1], cafe_ids: [cafe.id] });
    expect(sent).toMatchObject({ status: 200, result: { user } });
    await expect.poll(() => server().db.$count(runs, eq(runs.status, 'processing'))).toBe(0);
    await server().deps.backgroundTasks.whenSettled();
    expect(await untraced(subject.id)).toEqual([]);
  });
});
