import { and, inArray, ne } from 'drizzle-orm';
import { fieldsLockedForSelf } from '#contract/delegation.ts';
import type { Database } from '../../db/database.ts';
import { passwordResets, users } from '../../db/schema.ts';
import { ApiFailure } from '../../http/errors.ts';
import type { FindTouched, WriteRules } from '../../records/tableBinding.ts';
import type { Patch } from '../../records/values.ts';
import { translate } from '../../translate.ts';
import type { Caller } from '../session/caller.ts';
import { closeSockets, endUserSessions } from '../session/session.ts';
import { notifyOldEmailAddress, type OldEmailAddress } from './emailChange.ts';
import { notifyGrants } from './grants.ts';
import {
  assertCanGrant,
  assertNotActing,
  ensureAdministratorRemains,
  listMissingSlugs,
  lockAdministration,
  notifyProfileChange,
  readUserRights,
  type UserRights,
} from './userRights.ts';

/**
 * Rules for changing users. Nobody may change a user who has more permissions than they have themselves, or grant
 * permissions that they lack. Nobody may block, delete or demote themselves. An admin must remain. Users who are
 * blocked, deleted or given a new password are signed out in the same transaction, so that no request slips in between.
 */
export const userRules: WriteRules = async ({ tx, caller, ids, patch, changes }, operation) => {
  assertNotActing(caller);
  await ensureAdministratorRemains(tx, caller, async () => {
    const before = await readUserRights(tx, ids);
    for (const user of before) {
      if (caller.id === user.id) assertNotOwnAccount(user, patch);
      else if (listMissingSlugs(caller, user.rights).length > 0)
        throw new ApiFailure('forbidden', { text: 'userStronger' });
    }
    const signedOut = patch === null || patch['password'] !== undefined || patch['status'] === 'blocked' ? ids : [];
    const endedIds = await signOut(tx, changes.at, signedOut);
    const email = patch?.['email'];
    const oldAddresses = typeof email === 'string' ? await readOldAddresses(tx, ids, email) : [];
    const after = await readUserRights(tx, await operation());
    assertCanGrantAll(caller, before, after);
    await notifyGrants({ tx, caller, changes }, before, after);
    if (patch?.['email'] !== undefined || signedOut.length > 0) await invalidateLinks(tx, ids);
    if (typeof email === 'string') notifyOldEmailAddress(changes, caller, oldAddresses, email);
    changes.runAfterCommit(deps => {
      if (patch !== null && isChangingRights(patch)) deps.realtime.reviewRights();
      // Sent before the sockets close. The page then reloads the profile and signs out at once, rather than after
      // trying to reconnect.
      notifyProfileChange(deps, ids);
      closeSockets(deps, endedIds);
    });
  });
};

export const findRowsTouchedByUsers: FindTouched = async tx => {
  await lockAdministration(tx);
  return null;
};

const readOldAddresses = async (tx: Database, ids: readonly number[], email: string): Promise<OldEmailAddress[]> =>
  tx
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(and(inArray(users.id, [...ids]), ne(users.email, email)));

const isChangingRights = (patch: Patch): boolean => patch['role'] !== undefined || patch['permissions'] !== undefined;

const lockedFieldMessages: Partial<
  Record<(typeof fieldsLockedForSelf)[number], 'ownPasswordElsewhere' | 'ownEmailElsewhere'>
> = {
  password: 'ownPasswordElsewhere',
  email: 'ownEmailElsewhere',
};

const assertNotOwnAccount = ({ role, status, email }: UserRights, patch: Patch | null): void => {
  if (patch === null) throw new ApiFailure('invalid', { text: 'removeSelf' });
  const changedFields = fieldsLockedForSelf.filter(
    name => patch[name] !== undefined && patch[name] !== { role, status, email }[name as 'role'],
  );
  if (changedFields.length === 0) return;
  const text = (name: (typeof fieldsLockedForSelf)[number]) => translate(lockedFieldMessages[name] ?? 'changeSelf');
  throw new ApiFailure('invalid', { errors: Object.fromEntries(changedFields.map(name => [name, [text(name)]])) });
};

const assertCanGrantAll = (caller: Caller, before: readonly UserRights[], after: readonly UserRights[]): void => {
  for (const { id, role, rights } of after) {
    const previous = before.find(user => user.id === id);
    const gainedSlugs = rights.filter(slug => !previous?.rights.includes(slug));
    assertCanGrant(caller, gainedSlugs, previous?.role === role ? 'permissions' : 'role');
  }
};

/** Sockets are closed after the commit, because a rollback could not reopen them. @returns the session ids */
const signOut = async (tx: Database, timestamp: Date, ids: readonly number[]): Promise<string[]> => {
  const endedIds: string[] = [];
  for (const id of ids) endedIds.push(...(await endUserSessions(tx, timestamp, id)));
  return endedIds;
};

/**
 * Invalidates the reset links of users who were deleted or blocked, or whose password or e-mail address changed, since
 * these links may be in the wrong hands.
 */
const invalidateLinks = async (tx: Database, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await tx.delete(passwordResets).where(inArray(passwordResets.user_id, [...ids]));
};
