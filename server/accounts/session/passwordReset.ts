import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { PASSWORD_RESET_SECONDS } from '#contract/limits.ts';
import type { Locale } from '#i18n/messages.ts';
import { queryRows } from '../../db/database.ts';
import { passwordResets, users } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { recordEvent, systemOrigin } from '../../security/recordEvents.ts';
import { getLanguage, runInLanguage, translate } from '../../translate.ts';
import { isDemoAccountElsewhere } from './caller.ts';
import { beginSession, closeSockets, endUserSessions, type IssuedTokens } from './session.ts';
import { readSecondsToWait } from './throttle.ts';
import { createOpaqueToken, hashToken } from './tokens.ts';

/**
 * Sends a password reset link by e-mail and invalidates the previous link. For an unknown address, the same statements
 * run but no e-mail is sent, so that timing does not reveal which accounts exist. If somebody requests links too often,
 * no link is sent and the last one stays valid.
 */
export const sendResetLink = async (deps: ServerDeps, email: string, network: string): Promise<void> => {
  if ((await readSecondsToWait(deps, 'mail', email)) > 0) return;
  const token = createOpaqueToken();
  const expires = new Date(deps.clock().getTime() + PASSWORD_RESET_SECONDS * 1000).toISOString();
  const addressee = await inTransaction(deps.db, async tx => {
    // Locks the user before the link, as every change to a user does.
    const [knownAddressee] = await queryRows<Addressee>(
      tx,
      sql`with person as (
          select id, email, first_name, language from users where lower(email) = ${email} and status = 'active'
          for no key update
        ), written as (
          insert into password_resets (user_id, hash, expires_at)
          select id, ${hashToken(token)}, ${expires}::timestamptz from person
          on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at
        )
        select id, email, first_name, language from person`,
    );
    if (!knownAddressee || isDemoAccountElsewhere(knownAddressee.email, deps.config)) return null;
    const resetEvent = { kind: 'reset_asked', about: { resource: 'users', id: knownAddressee.id } } as const;
    await recordEvent(tx, deps.clock(), { ...systemOrigin, network }, resetEvent);
    return knownAddressee;
  });
  if (!addressee) return;
  const link = `${deps.webAddress()}/reset-password?token=${token}`;
  await runInLanguage(addressee.language ?? getLanguage(), async () => {
    const text = translate('mail.restore.text', { name: addressee.first_name, link });
    await deps.mailer.send({ to: addressee.email, subject: translate('mail.restore.subject'), text });
  });
};

interface Addressee {
  id: number;
  email: string;
  first_name: string;
  language: Locale | null;
}

/**
 * Sets a new password using a reset link, ends all sessions of the user and starts a new one. The link works once.
 * @param network the client's network
 * @throws {ApiFailure} 400 when the link was used, replaced, forged or has expired
 */
export const resetPassword = async (
  deps: ServerDeps,
  token: string,
  password: string,
  network: string,
): Promise<IssuedTokens> => {
  const { db, clock } = deps;
  const newHash = await deps.passwords(network, ({ hash }) => hash(password));
  const { id, ended } = await inTransaction(db, async tx => {
    const owner = tx.select({ id: passwordResets.user_id }).from(passwordResets).where(validLinkCondition(deps, token));
    await tx.select({ id: users.id }).from(users).where(inArray(users.id, owner)).for('no key update');
    const [usedReset] = await tx.delete(passwordResets).where(validLinkCondition(deps, token)).returning();
    const [user] = await tx
      .update(users)
      .set({ password: newHash })
      .where(and(eq(users.id, usedReset?.user_id ?? 0), eq(users.status, 'active')))
      .returning({ id: users.id, email: users.email });
    if (!user || isDemoAccountElsewhere(user.email, deps.config))
      throw new ApiFailure('invalid', { text: 'resetSpent' });
    await recordEvent(tx, clock(), { id: user.id, actorId: null, network }, { kind: 'password_reset' });
    return { id: user.id, ended: await endUserSessions(tx, clock(), user.id) };
  });
  closeSockets(deps, ended);
  return beginSession(deps, { id, password: newHash }, false, network);
};

/**
 * Whether a reset link is valid. Checked first, because hashing a new password takes 32 MiB, and an attacker could use
 * this to overload the server.
 */
export const isLinkValid = async (deps: ServerDeps, token: string): Promise<boolean> =>
  (await deps.db.select().from(passwordResets).where(validLinkCondition(deps, token))).length > 0;

const validLinkCondition = ({ clock }: ServerDeps, token: string) =>
  and(eq(passwordResets.hash, hashToken(token)), gt(passwordResets.expires_at, clock()));

export const pruneResets = async ({ db, clock }: ServerDeps): Promise<void> => {
  await db.delete(passwordResets).where(lt(passwordResets.expires_at, clock()));
};
