import { inArray } from 'drizzle-orm';

import type { Database } from '../db/database.ts';
import { categories } from '../db/schema.ts';

/** Names from the root down, since a name alone is not unique. */
export interface CategoryPath {
  id: number;
  platform: string;
  path: readonly string[];
}

export const readCategoryPaths = async (db: Database, platforms: readonly string[]): Promise<CategoryPath[]> => {
  if (platforms.length === 0) return [];
  const rows = await db
    .select({
      id: categories.id,
      parent_id: categories.parent_id,
      name: categories.name,
      platform: categories.platform,
    })
    .from(categories)
    .where(inArray(categories.platform, [...platforms]))
    .orderBy(categories.position, categories.id);
  const rowsById = new Map(rows.map(row => [row.id, row]));
  const paths = new Map<number, readonly string[]>();
  const getPath = (id: number): readonly string[] => {
    const knownPath = paths.get(id);
    if (knownPath) return knownPath;
    const row = rowsById.get(id);
    const path = row ? [...(row.parent_id === null ? [] : getPath(row.parent_id)), row.name] : [];
    paths.set(id, path);
    return path;
  };
  return rows.map(({ id, platform }) => ({ id, platform, path: getPath(id) }));
};
