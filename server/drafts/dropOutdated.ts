import { and, eq, sql } from 'drizzle-orm';
import { buildAttributeFields, findAttributesField } from '#contract/attributes.ts';
import { listFieldsOfKind } from '#contract/fields.ts';
import type { Sharing } from '#contract/sharing.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { roles, trash } from '../db/schema.ts';
import { readAttributeDefinitions } from '../records/attributes.ts';
import { anyOfCondition } from '../records/query.ts';
import type { WireRecord } from '../records/readRecords.ts';
import type { TableBinding } from '../records/tableBinding.ts';

/**
 * Changes of attributes and roles reach stored records, but not those in the trash. Drops what no longer fits. Requires
 * the shared lock on the definitions.
 */
export const dropOutdated = async (
  tx: Database,
  binding: TableBinding,
  caller: Caller,
  records: readonly WireRecord[],
): Promise<WireRecord[]> => dropRoles(tx, binding, caller, await dropAttributeValues(tx, binding, records));

/** The fields that `dropOutdated` may change. */
export const listOutdatable = ({ collection }: TableBinding): string[] =>
  [findAttributesField(collection)?.name, findSharingName(collection)].filter(name => name !== undefined);

const findSharingName = ({ fields }: TableBinding['collection']): string | undefined =>
  listFieldsOfKind(fields, 'sharing')[0]?.[0];

const dropAttributeValues = async (
  tx: Database,
  { collection }: TableBinding,
  records: readonly WireRecord[],
): Promise<readonly WireRecord[]> => {
  const name = findAttributesField(collection)?.name;
  if (name === undefined) return records;
  const { attributes, languages } = await readAttributeDefinitions(tx);
  // The values of archived attributes are kept.
  const kept = attributes.map(one => ({ ...one, archived: false, required: false, applies_to: 'both' as const }));
  const fields = buildAttributeFields(collection, { attributes: kept, languages });
  const isFitting = ([code, value]: [string, unknown]) => fields[`${name}.${code}`]?.schema.safeParse(value).success;
  return records.map(record => ({
    ...record,
    [name]: Object.fromEntries(Object.entries(record[name] ?? {}).filter(isFitting)),
  }));
};

/** A role that is newer than the deletion is another one that took the slug, and must not inherit the access. */
const dropRoles = async (
  tx: Database,
  { resource, collection }: TableBinding,
  caller: Caller,
  records: readonly WireRecord[],
): Promise<WireRecord[]> => {
  const name = findSharingName(collection);
  if (name === undefined) return [...records];
  const ids = records.map(({ id }) => id);
  const rows = await queryRows<{ id: number; slugs: string[] }>(
    tx,
    sql`select ${trash.record_id} as id,
        array(select ${roles.slug} from ${roles} where ${roles.created_at} <= ${trash.at}) as slugs
      from ${trash} where ${and(eq(trash.entity, resource), anyOfCondition(trash.record_id, ids, 'integer'))}`,
  );
  const slugsById = new Map(rows.map(({ id, slugs }) => [id, slugs]));
  return records.map(record => {
    const { users, roles: named } = record[name] as Sharing;
    const existing = named.filter(({ slug }) => slugsById.get(record.id)?.includes(slug));
    // An empty list would open it to everyone.
    const isDeserted = named.length > 0 && existing.length + users.length === 0;
    const sharing: Sharing = { users: isDeserted ? [{ id: caller.id, level: 'edit' }] : users, roles: existing };
    return { ...record, [name]: sharing };
  });
};
