import { type SQL, sql } from 'drizzle-orm';
import { type OpenDatabase, queryRows } from '#server/db/database.ts';
import { filled, onEachDatabase, openFilled, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { copyProducts } from './list.ts';
import { signIn, startServer } from './server.ts';

const SAVES = 200_000;
const IMPORTS = 10;
const CHANGES_PER_IMPORT = 60_000;
const CHANGES = 2 * SAVES + IMPORTS * CHANGES_PER_IMPORT;
const TRIES = 150;
/** Requests before the measured ones, since the engine compiles what is used often. */
const WARM_UP = 50;
/** A page may take so many times as long as its bare SQL. */
const MOST = 2;

/** Pages of the history over HTTP, compared with the bare SQL for the same rows. */
export const batchesPart: Part = {
  name: 'batches',
  title: `Pages of a history of ${CHANGES.toLocaleString('en')} changes`,
  run: () => onEachDatabase(figuresOf),
};

/** Pages of an import are compared too, because its changes are read by record. */
const listPages = (batch: number): readonly (readonly [label: string, path: string, bare: SQL[]])[] => [
  ['a page', '/batches', bareList(sql`true`)],
  // Not full, so that it is known how many there are.
  ['a page of one kind', '/batches?kind=import', bareList(sql`kind = 'import'`).slice(0, 1)],
  [
    'a page of one record',
    '/batches?entity=nomenclature&record_id=7',
    bareList(sql`id in (select batch_id from changes where entity = 'nomenclature' and record_id = 7)`),
  ],
  [
    'a page of an import',
    `/batches/${batch}/changes?page=100`,
    [
      sql`select changes.*, name, sku from (
          select entity, record_id from changes where batch_id = ${batch} group by entity, record_id
          order by entity, record_id limit 50 offset 4950
        ) page join changes using (entity, record_id) left join products on products.id = record_id
        where batch_id = ${batch}`,
      sql`select count(*) from (select from changes where batch_id = ${batch} group by entity, record_id) records`,
    ],
  ],
];

/** The caller with their permissions, whom every request reads. */
const callerSql = sql`select id, array(select slug from user_rights where user_id = users.id) as slugs
  from users where email = 'admin@demo.local'`;

/** Everything that a page shows, and the total. */
const bareList = (condition: SQL): SQL[] => [
  sql`select page.*, author.first_name, author.last_name, actor.first_name, actor.last_name,
      record_id, products.name, products.sku, products.barcode, products.status, products.picture,
      exists (
        select from drafts join changes on changes.batch_id = page.id and changes.draft_id = drafts.id
        where drafts.status = 'current' and drafts.manager_id = page.user_id
      ) as is_unpublished,
      (
        select undoing.id from batches undoing
        where undoing.details ? 'undoes' and (undoing.details ->> 'undoes')::integer = page.id order by id desc limit 1
      ) as undone_by
    from (
      select * from batches where ${condition} order by at desc, id desc limit 50
    ) page left join users author on author.id = page.user_id left join users actor on actor.id = page.acted_by
    left join lateral (
      select record_id from changes where batch_id = page.id limit 1
    ) subject on true left join products on products.id = record_id`,
  sql`select count(*) from (select from batches where ${condition} limit 10000) found`,
];

const figuresOf = (rig: Rig): Promise<Figure[]> =>
  rig.withPlace(async place => {
    const database = await openFilled(place);
    const batch = await fill(database);
    const pages = listPages(batch);
    const bare: number[] = [];
    for (const [, , statements] of pages)
      bare.push(
        await medianOf(async () => {
          for (const statement of [callerSql, ...statements]) await queryRows(database.db, statement);
        }),
      );
    await database.close();
    const server = await startServer({ ...place, env: filled });
    try {
      const client = await signIn(server);
      const figures: Figure[] = [];
      for (const [index, [label, path]] of pages.entries())
        figures.push({
          label: `${rig.title}: ${label}, median`,
          ours: await medianOf(() => client.get(path)),
          against: { label: 'bare SQL', value: bare[index] ?? Number.NaN },
          unit: 'ms',
          atMost: MOST,
        });
      return figures;
    } finally {
      await server.stop();
    }
  });

/** @returns an import */
const fill = async (database: OpenDatabase): Promise<number> => {
  const { db } = database;
  await copyProducts(database, CHANGES_PER_IMPORT / 2);
  await db.execute(sql`truncate batches, changes restart identity`);
  await db.execute(sql`insert into batches (user_id, at, kind, details, summary)
    select 1 + i % 5, now() - make_interval(mins => i),
      case when i <= ${IMPORTS} then 'import' else 'save' end,
      case when i <= ${IMPORTS} then '{"name": "price.xlsx"}' else '{}' end::jsonb,
      jsonb_build_array(jsonb_build_object('entity', 'nomenclature', 'created', 0, 'deleted', 0,
        'records', case when i <= ${IMPORTS} then ${CHANGES_PER_IMPORT / 2}::integer else 1 end,
        'changes', case when i <= ${IMPORTS} then ${CHANGES_PER_IMPORT}::integer else 2 end,
        'fields', jsonb_build_array('name', 'price')))
    from generate_series(1, ${SAVES + IMPORTS}::integer) i`);
  await db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, before, after, at)
    select b.id, 0, 'nomenclature', case when b.kind = 'import' then r else 1 + b.id % 5000 end, f, '', '1', '2', b.at
    from batches b, generate_series(1, case when b.kind = 'import' then ${CHANGES_PER_IMPORT / 2}::integer else 1 end) r,
      unnest(array['weight', 'price']) f`);
  await db.execute(sql`analyze`);
  return 1;
};

const medianOf = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let at = 0; at < TRIES; at += 1) times.push((await measureTime(work))[0]);
  return median(times.slice(WARM_UP));
};
