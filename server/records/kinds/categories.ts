import { and, eq, exists, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { getNoneParameterName } from '#contract/filters.ts';
import type { Database } from '../../db/database.ts';
import { categories as table } from '../../db/schema.ts';
import { getSeparator, joinValues, splitPath, splitValues } from '../../table/multiValue.ts';
import {
  categoryLookupKey,
  createParsedValue,
  createParseError,
  type FilledCell,
  foldPath,
  formatCategoryNumber,
  type Lookups,
  type ParseResult,
  readCellText,
} from '../../table/parseResult.ts';
import { translateExport } from '../../translate.ts';
import { defineStoredKind, type FilterRequest } from '../kind.ts';
import { selectLinkedPairs } from '../pairs.ts';

/** A cell holds paths from the root, separated by semicolons, because names are unique only within their parent. */
const parse = (cell: FilledCell, { platform = '' }: { platform?: string }, lookups: Lookups): ParseResult => {
  const ids = new Set<number>();
  for (const path of splitValues(readCellText(cell), { byCommas: false })) {
    const categoryIds = lookups[categoryLookupKey(platform)];
    const id = categoryIds?.get(foldPath(splitPath(path))) ?? categoryIds?.get(parseCategoryNumber(path) ?? '');
    if (!id) return createParseError(id === 0 ? 'severalCategories' : 'unknownCategory', { path });
    ids.add(id);
  }
  return createParsedValue([...ids]);
};

/** Parses «№ 12» or «12», so that a table remains valid when the category is renamed. */
const parseCategoryNumber = (text: string): string | null => {
  const [, digits] = /^[№#]?\s*(\d{1,9})$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : formatCategoryNumber(Number(digits));
};

const categoryCondition = ({ db, binding, name, query }: FilterRequest): SQL | undefined => {
  const link = binding.links[name];
  if (!link) return undefined;
  const [categoryIds, platforms] = [query[name], query[getNoneParameterName(name)]];
  const hasNoCategories = (platform: string) =>
    not(exists(selectLinkedPairs(db, binding, link, inArray(link.other, selectPlatformIds(db, platform)))));
  return and(
    categoryIds
      ? exists(
          selectLinkedPairs(
            db,
            binding,
            link,
            sql`${link.other} in (${idsWithDescendantsSql(categoryIds as number[])})`,
          ),
        )
      : undefined,
    platforms ? or(...(platforms as string[]).map(hasNoCategories)) : undefined,
  );
};

const selectPlatformIds = (db: Database, platform: string) =>
  db.select({ id: table.id }).from(table).where(eq(table.platform, platform));

const idsWithDescendantsSql = (ids: number[]): SQL => sql`
  with recursive tree(id) as (
    select id from ${table} where id = any(${sql.param(ids)}::integer[])
    union
    select nested.id from ${table} nested join tree on nested.parent_id = tree.id
  ) select id from tree`;

export const categories = defineStoredKind('categories', {
  storage: 'pairs',
  names: 'categories',
  where: categoryCondition,
  parse,
  write: (ids, field, nameOf, format) =>
    joinValues(
      ids.map(id => nameOf(field, id)),
      { byCommas: false, separator: getSeparator(format) },
    ),
  columnFormat: 'list',
  // One column per platform, because the same path may exist on several.
  parts: (name, field, projects) =>
    [...new Set(projects.map(({ platform }) => platform))].map(platform => {
      const projectNames = projects.filter(project => project.platform === platform).map(project => project.name);
      const label = translateExport('categoriesOn', { projects: projectNames.join(', ') });
      return [`${name}.${platform}`, { ...field, platform, label }];
    }),
  getPart: (items, { platform }, getPlatform) => items.filter(id => getPlatform(Number(id)) === platform),
  withPart: (items, ids, { platform }, getPlatform) =>
    [...items.filter(id => getPlatform(Number(id)) !== platform), ...(ids ?? [])].toSorted(
      (item, other) => Number(item) - Number(other),
    ),
  part: {
    members: async (db, platform) => new Set((await selectPlatformIds(db, platform)).map(({ id }) => id)),
    fault: 'categories.strange',
  },
  several: { byCommas: false },
});
