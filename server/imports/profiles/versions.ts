import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Editor } from '#contract/editor.ts';
import type { ProfileChange, ProfileVersion } from '#contract/importProfiles.ts';
import { preparedLimits } from '#contract/preparing.ts';
import type { Database } from '../../db/database.ts';
import { importProfiles, importProfileVersions } from '../../db/schema.ts';
import { ApiFailure } from '../../http/errors.ts';
import { editorSql } from '../../records/kinds/person.ts';
import { readTableSources } from '../../records/readTableSources.ts';
import { getImportableFields, getImportLabel } from '../../table/importable.ts';

export type StoredProfile = typeof importProfiles.$inferSelect;
type StoredVersion = typeof importProfileVersions.$inferSelect;

/** The version is the time of the last change in ms. Each change increases it, even within the same ms. */
export const getVersion = ({ updated_at }: Pick<StoredProfile, 'updated_at'>): number => updated_at.getTime();

/** Keeps the current version before it is replaced. If there are too many versions, the oldest are removed. */
export const saveVersion = async (
  tx: Database,
  { id: profile_id, last_run_id: _, ...state }: StoredProfile,
): Promise<void> => {
  const versions = importProfileVersions;
  await tx.insert(versions).values({ profile_id, ...state });
  const oldestKept = tx
    .select({ at: versions.updated_at })
    .from(versions)
    .where(eq(versions.profile_id, profile_id))
    .orderBy(desc(versions.updated_at))
    .offset(preparedLimits.profileVersions - 1)
    .limit(1);
  await tx
    .delete(versions)
    .where(and(eq(versions.profile_id, profile_id), lt(versions.updated_at, sql`(${oldestKept})`)));
};

/** @throws {ApiFailure} 404 */
export const readEarlierVersion = async (db: Database, id: number, version: number): Promise<StoredVersion> => {
  const versionCondition = and(
    eq(importProfileVersions.profile_id, id),
    eq(importProfileVersions.updated_at, new Date(version)),
  );
  const [foundVersion] = await db.select().from(importProfileVersions).where(versionCondition);
  if (!foundVersion) throw new ApiFailure('notFound');
  return foundVersion;
};

/** Newest first, without the columns, which may be large. @throws {ApiFailure} 404 */
export const listVersions = async (db: Database, id: number): Promise<ProfileVersion[]> => {
  const selectColumns = (table: typeof importProfiles | typeof importProfileVersions) => ({
    name: table.name,
    updated_at: table.updated_at,
    restored_from: table.restored_from,
    changes: table.changes,
    by: sql<Editor | null>`${editorSql(db, table.updated_by, table.acted_by)}`,
  });
  const current = await db.select(selectColumns(importProfiles)).from(importProfiles).where(eq(importProfiles.id, id));
  if (current.length === 0) throw new ApiFailure('notFound');
  const earlierVersions = await db
    .select(selectColumns(importProfileVersions))
    .from(importProfileVersions)
    .where(eq(importProfileVersions.profile_id, id))
    .orderBy(desc(importProfileVersions.updated_at));
  const fields = getImportableFields(await readTableSources(db));
  return [...current, ...earlierVersions].map(({ name, updated_at, restored_from, changes, by }) => ({
    version: getVersion({ updated_at }),
    name,
    at: updated_at.toISOString(),
    by,
    restored_from: restored_from?.toISOString() ?? null,
    changes: changes?.map(change => addLabels(change, field => getImportLabel(fields, field))) ?? null,
  }));
};

/** Parts whose values are field names, separated by commas. */
const fieldParts: ReadonlySet<ProfileChange['part']> = new Set(['field', 'key', 'sections']);

const addLabels = (change: ProfileChange, getLabel: (field: string) => string): ProfileChange => {
  const labelNames = (names: string | null) => names && names.split(',').map(getLabel).join(', ');
  const { part, text, before, after } = change;
  if (part === 'constant') return { ...change, text: labelNames(text) };
  return fieldParts.has(part) ? { ...change, before: labelNames(before), after: labelNames(after) } : change;
};
