import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { OwnPasswordBody } from '#contract/session.ts';
import { passwordResets, users } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure, invalidField } from '../../http/errors.ts';
import { recordEvent } from '../../security/recordEvents.ts';
import { countRefusal } from '../../security/refusals.ts';
import { translate } from '../../translate.ts';
import { toAuthor } from '../author.ts';
import type { Caller } from './caller.ts';
import type { PasswordHasher } from './passwords.ts';
import { closeSockets, endUserSessions } from './session.ts';
import { clearAttempts, countAttempt } from './throttle.ts';

/**
 * Changes the caller's password (§3) and ends their other sessions, since someone else may know the old password.
 * @param network the caller's network
 * @throws {ApiFailure} 400 at `old_password` when it is wrong, 403 while impersonating, 429 after too many attempts
 */
export const changeOwnPassword = async (
  deps: ServerDeps,
  caller: Caller,
  { old_password, password }: z.output<typeof OwnPasswordBody>,
  network: string,
): Promise<void> => {
  if (caller.actor) throw new ApiFailure('forbidden', { text: 'actingPassword' });
  const userCondition = eq(users.id, caller.id);
  const wrongPassword = invalidField('old_password', translate('wrongPassword'));
  const { before, newHash } = await deps.passwords(network, async ({ hash, verify }) => {
    const user = await verifyOwnPassword(deps, caller, old_password, { verify, failure: wrongPassword });
    return { before: user.password, newHash: await hash(password) };
  });
  const endedIds = await inTransaction(deps.db, async tx => {
    const isUnchanged = and(userCondition, eq(users.password, before));
    const [changedUser] = await tx
      .update(users)
      .set({ password: newHash })
      .where(isUnchanged)
      .returning({ id: users.id });
    if (!changedUser) throw wrongPassword;
    await recordEvent(tx, deps.clock(), toAuthor(caller), { kind: 'password_changed' });
    await tx.delete(passwordResets).where(eq(passwordResets.user_id, caller.id));
    return endUserSessions(tx, deps.clock(), caller.id, caller.sessionId);
  });
  closeSockets(deps, endedIds);
  await clearAttempts(deps, 'ownPassword', caller.id);
};

/**
 * Wrong passwords are throttled and recorded, because a stolen token would otherwise allow guessing.
 * @returns the stored account
 */
export const verifyOwnPassword = async (
  deps: ServerDeps,
  { id, network }: Caller,
  password: string,
  { verify, failure: wrongPassword }: Pick<PasswordHasher, 'verify'> & { failure: ApiFailure },
): Promise<typeof users.$inferSelect> => {
  await countAttempt(deps, 'ownPassword', id);
  const [user] = await deps.db.select().from(users).where(eq(users.id, id));
  if (user && (await verify(password, user.password))) return user;
  await countRefusal(deps, { kind: 'password_refused', userId: id, network });
  throw wrongPassword;
};
