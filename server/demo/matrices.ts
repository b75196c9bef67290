import { eq, like, or } from 'drizzle-orm';
import type { RoleSlug } from '#contract/roles.ts';
import type { Sharing } from '#contract/sharing.ts';
import type { Database } from '../db/database.ts';
import { matrices, matrixProducts, products, users } from '../db/schema.ts';

/** A matrix of the demonstration: the products whose article begins with one of `skus`. */
interface DemoMatrix {
  name: string;
  code: string;
  author: RoleSlug;
  status: 'draft' | 'active' | 'archived';
  starts_on?: string;
  ends_on?: string;
  skus: readonly string[];
  access?: Sharing;
}

const onlyManagers: Sharing = { roles: [{ slug: 'manager_matrix', level: 'view' }], users: [] };

/** What shops and cafes carry when. */
const demoMatrices: readonly DemoMatrix[] = [
  { name: 'Кофейни, основная', code: 'cafe-main', author: 'admin_matrix', status: 'active', skus: ['BAR', 'KUH'] },
  {
    name: 'Магазины у дома',
    code: 'shop-small',
    author: 'admin_matrix',
    status: 'active',
    skus: ['MOL', 'BAK', 'NAP'],
  },
  {
    name: 'Большие магазины',
    code: 'shop-large',
    author: 'admin',
    status: 'active',
    skus: ['MOL', 'BAK', 'KLD', 'DOM'],
  },
  {
    name: 'Летние напитки',
    code: 'summer-2026',
    author: 'manager_matrix',
    status: 'archived',
    starts_on: '2026-06-01',
    ends_on: '2026-08-31',
    skus: ['NAP'],
  },
  {
    name: 'Новогодние подарки',
    code: 'new-year-2027',
    author: 'manager_matrix',
    status: 'draft',
    starts_on: '2026-12-01',
    ends_on: '2027-01-10',
    skus: ['SLA', 'CHA'],
    access: onlyManagers,
  },
  { name: 'Посуда в кофейнях', code: 'cafe-tableware', author: 'manager_matrix', status: 'active', skus: ['POS'] },
];

/** Makes them, once people and products are there. */
export const insertMatrices = async (db: Database): Promise<void> => {
  for (const { skus, author, ...values } of demoMatrices) {
    const [person] = await db.select({ id: users.id }).from(users).where(eq(users.role, author));
    const [made] = await db
      .insert(matrices)
      .values({ ...values, author: person?.id ?? null, updated_by: person?.id ?? null })
      .returning({ id: matrices.id });
    const inside = await db
      .select({ id: products.id })
      .from(products)
      .where(or(...skus.map(prefix => like(products.sku, `${prefix}-%`))))
      .orderBy(products.sku);
    const rows = inside.map(({ id }, position) => ({ matrix_id: made?.id ?? 0, product_id: id, position }));
    await db.insert(matrixProducts).values(rows);
  }
};
