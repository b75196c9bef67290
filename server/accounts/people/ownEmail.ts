import { and, eq } from 'drizzle-orm';
import { passwordResets, users } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure, invalidField } from '../../http/errors.ts';
import { commitChange } from '../../records/commit.ts';
import { lockInOrder } from '../../records/locks.ts';
import { getBinding } from '../../records/tableBinding.ts';
import { toTouchedRows } from '../../records/touched.ts';
import { writeRecords } from '../../records/writeRecords.ts';
import { translate } from '../../translate.ts';
import { withAuthor } from '../author.ts';
import type { Caller } from '../session/caller.ts';
import { verifyOwnPassword } from '../session/ownPassword.ts';
import { closeSockets, endUserSessions } from '../session/session.ts';
import { clearAttempts } from '../session/throttle.ts';
import { notifyOldEmailAddress } from './emailChange.ts';
import { lockAdministration } from './userRights.ts';

/**
 * Changes the caller's e-mail address. Requires the password, because with a stolen token an attacker could otherwise
 * take over the account through a reset link. Ends the other sessions for the same reason, and notifies the old
 * address.
 * @throws {ApiFailure} 400 at `password` when it is wrong, or at `email`; 403 while impersonating; 429
 */
export const changeOwnEmail = async (
  deps: ServerDeps,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  if (caller.actor) throw new ApiFailure('forbidden', { text: 'actingEmail' });
  const wrongPassword = invalidField('password', translate('wrongPassword'));
  const user = await deps.passwords(caller.network, ({ verify }) =>
    verifyOwnPassword(deps, caller, password, { verify, failure: wrongPassword }),
  );
  const endedIds = await commitChange(withAuthor(deps, caller), async (tx, changes) => {
    // The same locking order as for changes to other users, to prevent a deadlock.
    await lockAdministration(tx);
    await lockInOrder(tx, [toTouchedRows(getBinding('users'), [caller.id], 'update')]);
    const isUnchanged = and(eq(users.id, caller.id), eq(users.password, user.password));
    const [account] = await tx.select({ email: users.email, language: users.language }).from(users).where(isUnchanged);
    if (!account) throw wrongPassword;
    const [outcome] = await writeRecords(tx, getBinding('users'), [{ id: caller.id, patch: { email } }], changes, {
      isWhole: true,
    });
    if (outcome?.kind === 'refused') throw outcome.failure;
    if (outcome?.kind !== 'changed') return [];
    notifyOldEmailAddress(changes, caller, [account], email);
    await tx.delete(passwordResets).where(eq(passwordResets.user_id, caller.id));
    return endUserSessions(tx, changes.at, caller.id, caller.sessionId);
  });
  closeSockets(deps, endedIds);
  await clearAttempts(deps, 'ownPassword', caller.id);
};
