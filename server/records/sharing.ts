import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { HOME } from '#contract/addresses.ts';
import { fieldsOfKind } from '#contract/fields.ts';
import { type Sharing, sharingLevelOf, unshared } from '#contract/sharing.ts';
import type { Database } from '../db/database.ts';
import { userRights, users } from '../db/schema.ts';
import { nameOfUser, notify } from '../realtime/notifications/notify.ts';
import type { Changes } from './changes.ts';
import { readRecords, type WireRecord } from './read.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

/**
 * Condition for users to notify: active, allowed to list such records, and not the one who shares, who knows already.
 */
const isRecipient = (
  { users: people, roles }: Sharing,
  { collection }: TableBinding,
  by: number | null,
): SQL | undefined => {
  const { list } = collection.access;
  const holds = (slug: string): SQL =>
    sql`exists (select from ${userRights} held where held.user_id = ${users.id} and held.slug = ${slug})`;
  return and(
    eq(users.status, 'active'),
    by === null ? undefined : ne(users.id, by),
    or(
      inArray(users.id, people.length > 0 ? people.map(({ id }) => id) : [0]),
      inArray(users.role, roles.length > 0 ? roles.map(({ slug }) => slug) : ['']),
    ),
    typeof list === 'string' ? undefined : or(...list.map(holds)),
  );
};

/**
 * Notifies users who gain access through a patch, or a higher level.
 * @param records as they are before the write; for new ones use `notifyShared`
 */
export const notifySharing = async (
  tx: Database,
  binding: TableBinding,
  records: readonly WireRecord[],
  patch: Patch,
  changes: Changes,
): Promise<void> => {
  const field = sharingField(binding);
  if (!field || patch[field] === undefined) return;
  for (const record of records)
    await notifyNamed(tx, binding, { ...record, ...patch } as WireRecord, record[field] as Sharing, changes);
};

/** The same for new records, which nobody had access to before. */
export const notifyShared = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
  changes: Changes,
): Promise<void> => {
  if (!sharingField(binding)) return;
  for (const record of await readRecords(tx, binding, ids)) await notifyNamed(tx, binding, record, unshared, changes);
};

const sharingField = ({ collection }: TableBinding): string | undefined =>
  fieldsOfKind(collection.fields, 'sharing')[0]?.[0];

const notifyNamed = async (
  tx: Database,
  binding: TableBinding,
  record: WireRecord,
  before: Sharing,
  changes: Changes,
): Promise<void> => {
  const after = record[sharingField(binding) ?? ''] as Sharing;
  const people = await tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(isRecipient(after, binding, changes.by));
  for (const level of ['view', 'edit'] as const) {
    const gained = people.filter(person => {
      const had = sharingLevelOf(before, person);
      return sharingLevelOf(after, person) === level && had !== level && had !== 'edit';
    });
    if (gained.length === 0) continue;
    await notify(
      tx,
      changes,
      gained.map(({ id }) => id),
      {
        kind: 'record_shared',
        payload: {
          resource: binding.resource,
          name: String(record['name'] ?? record.id),
          level,
          by: await nameOfUser(tx, changes.by),
        },
        link: `${HOME}/${binding.resource}/${record.id}`,
      },
    );
  }
};
