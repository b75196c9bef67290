import { eq, like, or } from 'drizzle-orm';
import { z } from 'zod';
import { roleSlugs } from '#contract/roles.ts';
import { Sharing } from '#contract/sharing.ts';
import type { Database } from '../db/database.ts';
import { matrices, matrixProducts, products, users } from '../db/schema.ts';
import matrixList from './lists/matrices.json' with { type: 'json' };

const demoMatrices = z
  .array(
    z.strictObject({
      name: z.string(),
      code: z.string(),
      author: z.enum(roleSlugs),
      status: z.enum(['draft', 'active', 'archived']),
      starts_on: z.string().optional(),
      ends_on: z.string().optional(),
      skus: z.array(z.string()),
      access: Sharing.optional(),
    }),
  )
  .parse(matrixList);

export const insertMatrices = async (db: Database): Promise<void> => {
  for (const { skus, author, ...values } of demoMatrices) {
    const [authorRow] = await db.select({ id: users.id }).from(users).where(eq(users.role, author));
    const [createdMatrix] = await db
      .insert(matrices)
      .values({ ...values, author: authorRow?.id ?? null, updated_by: authorRow?.id ?? null })
      .returning({ id: matrices.id });
    const memberIds = await db
      .select({ id: products.id })
      .from(products)
      .where(or(...skus.map(prefix => like(products.sku, `${prefix}-%`))))
      .orderBy(products.sku);
    const rows = memberIds.map(({ id }, position) => ({ matrix_id: createdMatrix?.id ?? 0, product_id: id, position }));
    await db.insert(matrixProducts).values(rows);
  }
};
