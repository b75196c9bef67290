import { randomBytes } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { channels } from '#contract/events.ts';
import { roleSlugs } from '#contract/roles.ts';
import type { FieldChange } from '#contract/security.ts';
import { ensureRoles } from '../accounts/accounts.ts';
import { lockAdministration, notifyProfileChange } from '../accounts/people/userRights.ts';
import { hashPassword } from '../accounts/session/passwords.ts';
import { closeSockets, endUserSessions } from '../accounts/session/session.ts';
import { toPublicAddress } from '../config.ts';
import type { Database } from '../db/database.ts';
import { passwordResets, roles, users } from '../db/schema.ts';
import { toApiFailure } from '../db/violations.ts';
import { writeUnrecorded } from '../drafts/author.ts';
import { ApiFailure } from '../http/errors.ts';
import { recordEvent, systemOrigin } from '../security/recordEvents.ts';
import { translateCommand } from '../translate.ts';
import { type CommandDeps, CommandError, exitCodes, formatTable, serverCommand } from './command.ts';

const Email = z.string().trim().toLowerCase();
const OneUser = z.object({ email: Email });

const userColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  status: users.status,
  last_seen: users.last_seen,
};

export const usersList = serverCommand({
  about: 'usersList',
  input: z.object({}),
  run: async ({ db }) => {
    const found = await db.select(userColumns).from(users).orderBy(asc(users.id));
    const rows = found.map(({ id, email, name, role, status, last_seen }) => [
      String(id),
      email,
      name,
      role,
      translateCommand(`statuses.${status}`),
      last_seen?.toISOString() ?? '',
    ]);
    return { result: found, lines: formatTable(rows) };
  },
});

export const usersCreate = serverCommand({
  about: 'usersCreate',
  beforeCreation: ({ email, role }) => {
    assertEmail(email);
    assertRole(role, roleSlugs);
  },
  input: z.object({
    email: Email,
    'first-name': z.string().trim().min(1),
    'last-name': z.string().trim().min(1),
    role: z.string().default('admin'),
  }),
  run: async (deps, { email, 'first-name': first_name, 'last-name': last_name, role }) => {
    assertEmail(email);
    assertRole(role, await readRoles(deps.db));
    const password = generatePassword();
    const storedUser = { email, first_name, last_name, role, password: await hashPassword(password) };
    const id = await writeUser(deps, email, async tx => {
      const [user] = await tx.insert(users).values(storedUser).returning({ id: users.id });
      return (user as { id: number }).id;
    });
    announceUsers(deps, []);
    const { dataDir, databaseUrl } = deps.config;
    // So that an account of another database than the server's is noticed.
    const place = databaseUrl ? toPublicAddress(databaseUrl) : dataDir;
    return {
      result: { id, email, password, database: place },
      lines: [translateCommand('done.created', { email, password, place })],
    };
  },
});

export const usersPassword = serverCommand({
  about: 'usersPassword',
  positionals: ['email'],
  input: OneUser,
  run: async (deps, { email }) => {
    const password = generatePassword();
    await changeUser(deps, email, {
      values: { password: await hashPassword(password) },
      fields: () => [{ field: 'password' }],
    });
    return { result: { email, password }, lines: [translateCommand('done.password', { email, password })] };
  },
});

export const usersBlock = serverCommand({
  about: 'usersBlock',
  positionals: ['email'],
  input: OneUser,
  run: (deps, { email }) => setStatus(deps, email, 'blocked'),
});

export const usersUnblock = serverCommand({
  about: 'usersUnblock',
  positionals: ['email'],
  input: OneUser,
  run: (deps, { email }) => setStatus(deps, email, 'active'),
});

type User = typeof users.$inferSelect;

const setStatus = async (deps: CommandDeps, email: string, status: User['status']) => {
  await changeUser(deps, email, {
    values: { status },
    fields: before => (before.status === status ? [] : [{ field: 'status', before: before.status, after: status }]),
  });
  return { result: { email, status }, lines: [translateCommand(`done.${status}`, { email })] };
};

const generatePassword = (): string => randomBytes(12).toString('base64url');

const assertEmail = (email: string): void => {
  if (!z.email().max(254).safeParse(email).success)
    throw new CommandError(translateCommand('failures.badEmail', { email }), exitCodes.usage);
};

const readRoles = async (db: Database): Promise<string[]> => {
  // A new database has no roles before the first start of a server.
  await ensureRoles(db);
  return (await db.select({ slug: roles.slug }).from(roles).orderBy(asc(roles.id))).map(({ slug }) => slug);
};

const assertRole = (role: string, slugs: readonly string[]): void => {
  if (!slugs.includes(role))
    throw new CommandError(translateCommand('failures.badRole', { role, roles: slugs.join(', ') }), exitCodes.usage);
};

/** @throws {CommandError} when the address is taken */
const writeUser = async (
  { db, clock }: CommandDeps,
  email: string,
  insert: (tx: Database) => Promise<number>,
): Promise<number> => {
  try {
    return await writeUnrecorded(db, async tx => {
      const id = await insert(tx);
      await recordEvent(tx, clock(), systemOrigin, { kind: 'user_created', about: { resource: 'users', id } });
      return id;
    });
  } catch (error) {
    const failure = toApiFailure(error);
    if (failure instanceof ApiFailure && failure.kind === 'invalid')
      throw new CommandError(translateCommand('failures.exists', { email }));
    throw error;
  }
};

interface UserChange {
  values: Partial<User>;
  /** What changed, for the security event; nothing if the user already is as wanted. */
  fields: (before: User) => FieldChange[];
}

/**
 * Changes a user without an author, like a save in the application: with an event, and without sessions or reset links
 * that the old state allowed. The last administrator is not protected, because the shell can always undo it.
 * @throws {CommandError} when there is no such user
 */
const changeUser = async (deps: CommandDeps, email: string, { values, fields }: UserChange): Promise<void> => {
  const now = deps.clock();
  const change = await writeUnrecorded(deps.db, async tx => {
    await lockAdministration(tx);
    const [before] = await tx.select().from(users).where(eq(users.email, email)).for('update');
    if (!before) throw new CommandError(translateCommand('failures.noUser', { email }));
    const changedFields = fields(before);
    if (changedFields.length === 0) return null;
    const stamp = { version: sql`${users.version} + 1`, updated_at: now, updated_by: null, acted_by: null };
    await tx
      .update(users)
      .set({ ...values, ...stamp })
      .where(eq(users.id, before.id));
    await recordEvent(tx, now, systemOrigin, {
      kind: 'user_changed',
      about: { resource: 'users', id: before.id },
      details: { fields: changedFields },
    });
    await tx.delete(passwordResets).where(eq(passwordResets.user_id, before.id));
    return { id: before.id, endedIds: await endUserSessions(tx, now, before.id) };
  });
  if (!change) return;
  announceUsers(deps, [change.id]);
  closeSockets(deps, change.endedIds);
};

const announceUsers = (deps: CommandDeps, ids: readonly number[]): void => {
  deps.realtime.emit(channels.records('users'), 'RECORDS_CHANGE', {
    resource: 'users',
    ids: null,
    records: [],
    deleted: [],
  });
  notifyProfileChange(deps, ids);
};
