import { asc } from 'drizzle-orm';
import type { CategoryTree, MappedCategories } from '#contract/categories.ts';
import { withAuthor } from '../accounts/author.ts';
import { countLinked, createCombinationsCache } from '../categories/counts.ts';
import { addCountsToTree, readProjects, readTree } from '../categories/readTree.ts';
import { saveTree } from '../categories/saveTree.ts';
import type { Database } from '../db/database.ts';
import { categories } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { editRecord } from '../records/commit.ts';
import { anyOfCondition, idsCondition } from '../records/query.ts';
import { readRecords } from '../records/readRecords.ts';
import { getBinding } from '../records/tableBinding.ts';
import { translateValidation } from '../translate.ts';

export const categoryHandlers = (deps: ServerDeps): Handlers['categories'] => {
  const combinations = createCombinationsCache(deps);
  return {
    byProjects: async () => {
      const trees = new Map<string, Omit<CategoryTree, 'project'>>();
      const entries: CategoryTree[] = [];
      for (const { platform, ...project } of await readProjects(deps.db)) {
        const tree = trees.get(platform) ?? addCountsToTree(await readTree(deps.db, platform), await combinations());
        trees.set(platform, tree);
        entries.push({ project, ...tree });
      }
      return entries;
    },
    save: async ({ params, body, caller }) => {
      const { project, tree, isOutdated } = await saveTree(withAuthor(deps, caller), params.platform, body);
      const entry = { project, ...addCountsToTree(tree, await combinations()) };
      if (isOutdated) throw new ApiFailure('conflict', { text: 'categoriesConflict', result: entry });
      return entry;
    },
    linked: ({ params, body }) => countLinked(deps.db, params.platform, body.ids),
  };
};

type MappingHandlers = Pick<Handlers['products'], 'categories' | 'setCategories'>;

/**
 * A record's categories by platform (contract 3). Writes the field `categories` through `editRecord`, so that its rules
 * and history apply.
 */
export const mappingHandlers = (deps: ServerDeps, resource: 'nomenclature' | 'catalog'): MappingHandlers => {
  const binding = getBinding(resource);
  const requireOne = async (id: number) => {
    const [record] = await readRecords(deps.db, binding, [id]);
    if (!record) throw new ApiFailure('notFound');
    return record;
  };
  const getCategoryIds = (record: Record<string, unknown>) => record['categories'] as number[];
  return {
    categories: async ({ params }) => {
      const record = await requireOne(params.id);
      return groupByPlatform(deps.db, getCategoryIds(record));
    },
    setCategories: async ({ params, body, caller }) => {
      await checkPlatforms(deps.db, body);
      // Selected by platform rather than read from the record, because the record's categories may have changed by the
      // time it is locked.
      const replacedIds = await readIdsOfPlatforms(deps.db, Object.keys(body));
      const record = await editRecord(withAuthor(deps, caller), binding, params.id, current => ({
        categories: [
          ...getCategoryIds(current).filter(id => !replacedIds.has(id)),
          ...new Set(Object.values(body).flat()),
        ],
      }));
      return groupByPlatform(deps.db, getCategoryIds(record));
    },
  };
};

const readPlatforms = async (db: Database, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map();
  const foundCategories = await db
    .select({ id: categories.id, platform: categories.platform })
    .from(categories)
    .where(idsCondition(categories.id, ids))
    .orderBy(asc(categories.id));
  return new Map(foundCategories.map(({ id, platform }) => [id, platform]));
};

const readIdsOfPlatforms = async (db: Database, platforms: readonly string[]): Promise<Set<number>> => {
  const foundCategories = await db
    .select({ id: categories.id })
    .from(categories)
    .where(anyOfCondition(categories.platform, platforms, 'text'));
  return new Set(foundCategories.map(({ id }) => id));
};

const groupByPlatform = async (db: Database, ids: readonly number[]): Promise<MappedCategories> => {
  const idsByPlatform = new Map<string, number[]>();
  for (const [id, platform] of await readPlatforms(db, ids))
    idsByPlatform.set(platform, [...(idsByPlatform.get(platform) ?? []), id]);
  return Object.fromEntries(idsByPlatform);
};

/** @throws {ApiFailure} 400 at a platform that does not have one of its categories */
const checkPlatforms = async (db: Database, idsByPlatform: MappedCategories): Promise<void> => {
  const platforms = await readPlatforms(db, Object.values(idsByPlatform).flat());
  const errors = Object.entries(idsByPlatform)
    .filter(([platform, ids]) => ids.some(id => platforms.get(id) !== platform))
    .map(([platform]) => [platform, [translateValidation('categories.strange')]] as [string, string[]]);
  if (errors.length > 0) throw new ApiFailure('invalid', { errors: Object.fromEntries(errors) });
};
