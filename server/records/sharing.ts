import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { HOME_PATH } from '#contract/addresses.ts';
import { listFieldsOfKind } from '#contract/fields.ts';
import { emptySharing, getSharingLevel, type Sharing, type SharingLevel, sharingLevels } from '#contract/sharing.ts';
import type { Database } from '../db/database.ts';
import { userRights, users } from '../db/schema.ts';
import { notify, readUserName } from '../realtime/notifications/notify.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import type { PendingChanges } from './recordChanges.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

const isRecipient = (
  { users: sharedUsers, roles }: Sharing,
  { collection }: TableBinding,
  authorId: number | null,
): SQL | undefined => {
  const { list } = collection.access;
  const holdsSlug = (slug: string): SQL =>
    sql`exists (select from ${userRights} r where r.user_id = ${users.id} and r.slug = ${slug})`;
  return and(
    eq(users.status, 'active'),
    authorId === null ? undefined : ne(users.id, authorId),
    or(
      inArray(users.id, sharedUsers.length > 0 ? sharedUsers.map(({ id }) => id) : [0]),
      inArray(users.role, roles.length > 0 ? roles.map(({ slug }) => slug) : ['']),
    ),
    typeof list === 'string' ? undefined : or(...list.map(holdsSlug)),
  );
};

/** @param records their state before the write; for new records use `notifySharingChanges` */
export const notifySharing = async (
  tx: Database,
  binding: TableBinding,
  records: readonly WireRecord[],
  patch: Patch,
  changes: PendingChanges,
): Promise<void> => {
  const field = findSharingField(binding);
  if (!field || patch[field] === undefined) return;
  for (const record of records)
    await notifyNewRecipients(tx, binding, { ...record, ...patch } as WireRecord, record[field] as Sharing, changes);
};

/** Separate from `notifySharing`, because nobody had access to a new record before. */
export const notifySharingChanges = async (
  tx: Database,
  binding: TableBinding,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<void> => {
  if (!findSharingField(binding)) return;
  for (const record of await readRecords(tx, binding, ids))
    await notifyNewRecipients(tx, binding, record, emptySharing, changes);
};

const findSharingField = ({ collection }: TableBinding): string | undefined =>
  listFieldsOfKind(collection.fields, 'sharing')[0]?.[0];

const notifyNewRecipients = async (
  tx: Database,
  binding: TableBinding,
  record: WireRecord,
  before: Sharing,
  changes: PendingChanges,
): Promise<void> => {
  const field = findSharingField(binding) ?? '';
  const candidates = await tx
    .select({ id: users.id, role: users.role, slugs: userSlugsSql })
    .from(users)
    .where(isRecipient(record[field] as Sharing, binding, changes.by));
  const gains = candidates.flatMap(candidate => {
    const [oldLevel, newLevel] = [
      getAccessLevel(binding, candidate, { ...record, [field]: before }),
      getAccessLevel(binding, candidate, record),
    ];
    return newLevel === null || oldLevel === newLevel || oldLevel === 'edit'
      ? []
      : [{ id: candidate.id, level: newLevel }];
  });
  for (const level of sharingLevels) {
    const gainsOfLevel = gains.filter(gain => gain.level === level);
    if (gainsOfLevel.length === 0) continue;
    await notify(
      tx,
      changes,
      gainsOfLevel.map(({ id }) => id),
      {
        kind: 'record_shared',
        payload: {
          resource: binding.resource,
          name: String(record['name'] ?? record.id),
          level,
          by: await readUserName(tx, changes.by),
        },
        link: `${HOME_PATH}/${binding.resource}/${record.id}`,
      },
    );
  }
};

const userSlugsSql = sql<string[]>`array(select r.slug from ${userRights} r where r.user_id = ${users.id})`;

/**
 * The access that a record's sharing list gives to a user. It may be lower than the level on the list, because it is
 * limited by the user's role. Null if neither the user nor the role is on the list.
 */
const getAccessLevel = (
  binding: TableBinding,
  { id, role, slugs }: { id: number; role: string; slugs: readonly string[] },
  record: WireRecord,
): SharingLevel | null => {
  const sharingLevel = getSharingLevel(record[findSharingField(binding) ?? ''] as Sharing, { id, role });
  if (sharingLevel === null || !binding.rows) return sharingLevel;
  const level = binding.rows.levelOf({ id, role, grantedSlugs: new Set(slugs) }, record);
  return level === 'none' ? null : level;
};
