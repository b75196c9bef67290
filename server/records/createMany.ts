import { inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { withBatch } from '../accounts/author.ts';
import type { ServerDeps } from '../http/deps.ts';
import { commitChange, insertRecord } from './commit.ts';
import { scopeCondition, type TableBinding } from './tableBinding.ts';

/**
 * Creates records from names, skipping names that exist in any letter case, since those would be duplicates to the
 * user.
 */
export const createManyByName = (
  deps: ServerDeps,
  binding: TableBinding,
  names: readonly string[],
): Promise<{ ids: number[]; existing: string[] }> =>
  commitChange(withBatch(deps, 'create'), async (tx, changes) => {
    const column = binding.columns['name'];
    const namesByFoldedName = new Map(names.map(name => [name.toLowerCase(), name]));
    const foldedSql = sql<string>`lower(${column})`;
    const rows = await tx
      .select({ name: foldedSql })
      .from(binding.table as PgTable)
      .where(sql`${scopeCondition(binding) ?? sql`true`} and ${inArray(foldedSql, [...namesByFoldedName.keys()])}`);
    const takenNames = new Set(rows.map(({ name }) => name));
    const ids: number[] = [];
    for (const [key, name] of namesByFoldedName) {
      if (takenNames.has(key)) continue;
      const { id } = await insertRecord(tx, binding, { name }, changes);
      ids.push(id);
    }
    return { ids, existing: [...namesByFoldedName].flatMap(([key, name]) => (takenNames.has(key) ? [name] : [])) };
  });
