import { asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { RoleSlug } from '#contract/roles.ts';
import type { Database } from '../db/database.ts';
import { draftChanges, drafts, models, productCategories, productModels, products, users } from '../db/schema.ts';

type DemoChange = Pick<typeof draftChanges.$inferInsert, 'record_id' | 'field' | 'before' | 'after'> & {
  item?: string;
};
type HistoryProduct = typeof products.$inferSelect;

interface DemoDraft {
  by: RoleSlug;
  hoursAgo: number;
  errors: number;
  of: SQL;
  from: number;
  count: number;
  changed: (product: HistoryProduct) => DemoChange[];
}

const hasPrice = isNotNull(products.price);

const demoDrafts: readonly DemoDraft[] = [
  {
    by: 'product_manager',
    hoursAgo: 290,
    errors: 0,
    of: hasPrice,
    from: 60,
    count: 18,
    changed: ({ id, price }) => [
      { record_id: id, field: 'price', before: Math.round(Number(price) * 0.93), after: price },
    ],
  },
  {
    by: 'content_manager',
    hoursAgo: 120,
    errors: 2,
    of: isNotNull(products.description),
    from: 100,
    count: 9,
    changed: ({ id, description, status }) => [
      { record_id: id, field: 'description', before: shorten(String(description)), after: description },
      ...(status === 'active' ? [{ record_id: id, field: 'status', before: 'draft', after: status }] : []),
    ],
  },
  {
    by: 'admin',
    hoursAgo: 26,
    errors: 0,
    of: gt(products.weight, 0),
    from: 400,
    count: 6,
    changed: ({ id, weight, name }) => [
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
    const changed = await db
      .select()
      .from(products)
      .where(draft.of)
      .orderBy(asc(products.id))
      .limit(draft.count)
      .offset(draft.from);
    const changes = [...changed.flatMap(draft.changed), ...(await readLinkChanges(db, changed[0]))];
    const [manager] = await db.select({ id: users.id }).from(users).where(eq(users.role, draft.by)).limit(1);
    const [created] = await db
      .insert(drafts)
      .values({
        manager_id: manager?.id ?? null,
        status: 'history',
        created_at: new Date(closed_at.getTime() - 6 * HOUR_MS),
        closed_at,
        changes_count: changes.length,
        products_count: changed.length,
        errors_count: draft.errors,
      })
      .returning({ id: drafts.id });
    const at = new Date(closed_at.getTime() - HOUR_MS);
    const row = { draft_id: Number(created?.id), entity: 'nomenclature', at, item: '' };
    await db.insert(draftChanges).values(changes.map(change => ({ ...row, ...change })));
  }
};

const readLinkChanges = async (db: Database, product: HistoryProduct | undefined): Promise<DemoChange[]> => {
  if (!product) return [];
  const linked = await db
    .select({ id: models.id })
    .from(models)
    .innerJoin(productModels, eq(productModels.model_id, models.id))
    .where(eq(productModels.product_id, product.id));
  const mapped = await db
    .select({ id: productCategories.category_id })
    .from(productCategories)
    .where(eq(productCategories.product_id, product.id));
  const added = (field: string, ids: { id: number }[]): DemoChange[] =>
    ids.map(({ id }) => ({ record_id: product.id, field, item: String(id), before: null, after: id }));
  return [...added('model_ids', linked), ...added('categories', mapped)];
};
