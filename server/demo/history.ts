import { asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { RoleSlug } from '#contract/roles.ts';
import type { Database } from '../db/database.ts';
import { batches, changes, drafts, models, productCategories, productModels, products, users } from '../db/schema.ts';
import { completeBatches } from '../drafts/summary.ts';

type DemoChange = Pick<typeof changes.$inferInsert, 'record_id' | 'field' | 'before' | 'after'> & {
  item?: string;
};
type HistoryProduct = typeof products.$inferSelect;

interface DemoDraft {
  authorRole: RoleSlug;
  hoursAgo: number;
  errors: number;
  condition: SQL;
  from: number;
  count: number;
  /** A run or a bulk edit is one batch; without it, each product was saved on its own. */
  batch?: Pick<typeof batches.$inferInsert, 'kind' | 'details'>;
  buildChanges: (product: HistoryProduct) => DemoChange[];
}

const hasPrice = isNotNull(products.price);

const demoDrafts: readonly DemoDraft[] = [
  {
    authorRole: 'product_manager',
    hoursAgo: 290,
    errors: 0,
    batch: { kind: 'import', details: { name: 'price.xlsx' } },
    condition: hasPrice,
    from: 60,
    count: 18,
    buildChanges: ({ id, price }) => [
      { record_id: id, field: 'price', before: Math.round(Number(price) * 0.93), after: price },
    ],
  },
  {
    authorRole: 'content_manager',
    hoursAgo: 120,
    errors: 2,
    condition: isNotNull(products.description),
    from: 100,
    count: 9,
    buildChanges: ({ id, description, status }) => [
      { record_id: id, field: 'description', before: shorten(String(description)), after: description },
      ...(status === 'active' ? [{ record_id: id, field: 'status', before: 'draft', after: status }] : []),
    ],
  },
  {
    authorRole: 'admin',
    hoursAgo: 26,
    errors: 0,
    batch: { kind: 'bulk' },
    condition: gt(products.weight, 0),
    from: 400,
    count: 6,
    buildChanges: ({ id, weight, name }) => [
      { record_id: id, field: 'weight', before: null, after: weight },
      { record_id: id, field: 'name', before: `${name} (новинка)`, after: name },
    ],
  },
];

const shorten = (text: string): string => {
  const sentences = text.split(/(?<=\.) /);
  return sentences.length > 1 ? sentences.slice(0, -1).join(' ') : text.replace(/ \S+$/, '.');
};

const HOUR_MS = 3_600_000;

/** Inserts past drafts. The changes are computed backwards from the current products, which stay as they are. */
export const insertHistory = async (db: Database): Promise<void> => {
  const [latest] = await db.select({ at: sql<string>`max(${products.updated_at})` }).from(products);
  for (const draft of demoDrafts) {
    const closed_at = new Date(new Date(String(latest?.at)).getTime() - draft.hoursAgo * HOUR_MS);
    const changedProducts = await db
      .select()
      .from(products)
      .where(draft.condition)
      .orderBy(asc(products.id))
      .limit(draft.count)
      .offset(draft.from);
    const draftChanges = [
      ...changedProducts.flatMap(draft.buildChanges),
      ...(await readLinkChanges(db, changedProducts[0])),
    ];
    const [manager] = await db.select({ id: users.id }).from(users).where(eq(users.role, draft.authorRole)).limit(1);
    const [createdDraft] = await db
      .insert(drafts)
      .values({
        manager_id: manager?.id ?? null,
        status: 'history',
        created_at: new Date(closed_at.getTime() - 6 * HOUR_MS),
        closed_at,
        changes_count: draftChanges.length,
        products_count: changedProducts.length,
        errors_count: draft.errors,
      })
      .returning({ id: drafts.id });
    const changedAt = new Date(closed_at.getTime() - HOUR_MS);
    const author = { user_id: manager?.id ?? 0, draft_id: Number(createdDraft?.id) };
    const groups = draft.batch
      ? [draftChanges]
      : changedProducts.map(({ id }) => draftChanges.filter(change => change.record_id === id));
    for (const [index, group] of groups.entries())
      await insertBatch(db, group, {
        ...author,
        ...draft.batch,
        at: new Date(changedAt.getTime() + index * SAVE_INTERVAL_MS),
      });
  }
  await completeBatches(db);
};

/** Minutes between the saves of one person. */
const SAVE_INTERVAL_MS = 4 * 60_000;

interface DemoBatch extends Pick<typeof batches.$inferInsert, 'user_id' | 'kind' | 'details'> {
  at: Date;
  draft_id: number;
}

const insertBatch = async (
  db: Database,
  group: readonly DemoChange[],
  { draft_id, ...values }: DemoBatch,
): Promise<void> => {
  const [batch] = await db.insert(batches).values(values).returning({ id: batches.id });
  const row = { batch_id: Number(batch?.id), draft_id, entity: 'nomenclature', at: values.at, item: '' };
  await db.insert(changes).values(group.map(change => ({ ...row, ...change })));
};

const readLinkChanges = async (db: Database, product: HistoryProduct | undefined): Promise<DemoChange[]> => {
  if (!product) return [];
  const linkedModels = await db
    .select({ id: models.id })
    .from(models)
    .innerJoin(productModels, eq(productModels.model_id, models.id))
    .where(eq(productModels.product_id, product.id));
  const mappedCategories = await db
    .select({ id: productCategories.category_id })
    .from(productCategories)
    .where(eq(productCategories.product_id, product.id));
  const describeAdded = (field: string, ids: { id: number }[]): DemoChange[] =>
    ids.map(({ id }) => ({ record_id: product.id, field, item: String(id), before: null, after: id }));
  return [...describeAdded('model_ids', linkedModels), ...describeAdded('categories', mappedCategories)];
};
