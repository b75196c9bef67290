import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { RESTORE_SECONDS } from '#contract/limits.ts';
import { rowsOf } from '../db/database.ts';
import { passwordResets, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import { say } from '../say.ts';
import { isShutOut } from './caller.ts';
import { hashPassword } from './passwords.ts';
import { beginSession, closeSockets, endSessionsOf, type Tokens } from './session.ts';
import { waitFor } from './throttle.ts';
import { opaqueToken, tokenHash } from './tokens.ts';

/**
 * Sends the user of an address a link to a new password; the one before is void. Nobody's address sends
 * nothing and takes the same statements. Sent too often, the last link stays good and no mail goes out.
 */
export const sendResetLink = async (deps: Deps, email: string): Promise<void> => {
  if ((await waitFor(deps, 'mail', email)) > 0) return;
  const token = opaqueToken();
  const expires = new Date(deps.clock().getTime() + RESTORE_SECONDS * 1000).toISOString();
  const [person] = await rowsOf<{ email: string; first_name: string }>(
    deps.db,
    sql`with person as (
        select id, email, first_name from users where lower(email) = ${email} and status = 'active'
      ), written as (
        insert into password_resets (user_id, hash, expires_at)
        select id, ${tokenHash(token)}, ${expires}::timestamptz from person
        on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at
      )
      select email, first_name from person`,
  );
  if (!person || isShutOut(person.email, deps.config)) return;
  const link = `${deps.webAddress()}/reset-password?token=${token}`;
  const text = say('mail.restore.text', { name: person.first_name, link });
  await deps.mailer.send({ to: person.email, subject: say('mail.restore.subject'), text });
};

/**
 * Sets the new password that a link stands for, once, and ends every session of that user; answers a new one.
 * @throws {ApiFailure} 400 for a link that is spent, void, expired or made up.
 */
export const resetPassword = async (deps: Deps, token: string, password: string): Promise<Tokens> => {
  const { db, clock, passwordCost } = deps;
  const kept = await hashPassword(password, passwordCost);
  const { id, ended } = await db.transaction(async tx => {
    const [spent] = await tx.delete(passwordResets).where(isGood(deps, token)).returning();
    const [user] = await tx
      .update(users)
      .set({ password: kept })
      .where(and(eq(users.id, spent?.user_id ?? 0), eq(users.status, 'active')))
      .returning({ id: users.id, email: users.email });
    if (!user || isShutOut(user.email, deps.config)) throw new ApiFailure('invalid', { text: 'resetSpent' });
    return { id: user.id, ended: await endSessionsOf(tx, clock(), user.id) };
  });
  closeSockets(deps, ended);
  return beginSession(deps, { id, password: kept }, false);
};

/** Whether a link leads anywhere, before its work is done: a new password costs the server a fifth of a second. */
export const isGoodLink = async (deps: Deps, token: string): Promise<boolean> =>
  (await deps.db.select().from(passwordResets).where(isGood(deps, token))).length > 0;

const isGood = ({ clock }: Deps, token: string) =>
  and(eq(passwordResets.hash, tokenHash(token)), gt(passwordResets.expires_at, clock()));

/** Forgets links that nobody followed. */
export const pruneResets = async ({ db, clock }: Deps): Promise<void> => {
  await db.delete(passwordResets).where(lt(passwordResets.expires_at, clock()));
};
