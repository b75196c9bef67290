import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { roleSlugs } from '#contract/roles.ts';
import { readConfig, StartupError } from '../config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { users } from '../db/schema.ts';
import { toApiFailure } from '../db/violations.ts';
import { writeUnrecorded } from '../drafts/author.ts';
import { ApiFailure } from '../http/errors.ts';
import { lockDirectory } from '../lock.ts';
import { consoleLog } from '../log.ts';
import { recordEvent, systemOrigin } from '../security/recordEvents.ts';
import { translate } from '../translate.ts';
import { ensureRoles } from './accounts.ts';
import { hashPassword } from './session/passwords.ts';

const argumentOptions = {
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  role: { type: 'string', default: 'admin' },
} as const;

interface NewPerson {
  email: string;
  first_name: string;
  last_name: string;
  role: string;
}

/**
 * `npm run user:create`: creates an account and prints its generated password once. An embedded database must not be in
 * use, since it allows only one process.
 */
const main = async (): Promise<void> => {
  const newPerson = parsePerson(process.argv.slice(2));
  const config = readConfig({ ...process.env, DEMO: '0' });
  const release = config.databaseUrl ? () => {} : lockDirectory(config.dataDir);
  try {
    const { db, close } = await openDatabase(config);
    try {
      const password = await createUser(db, newPerson);
      consoleLog.info(translate('user.created', { email: newPerson.email, password }));
    } finally {
      await close();
    }
  } finally {
    release();
  }
};

const parsePerson = (args: string[]): NewPerson => {
  const values = parseArguments(args);
  const [email, first_name, last_name] = [
    values.email?.trim().toLowerCase(),
    values['first-name'],
    values['last-name'],
  ];
  if (!email || !first_name || !last_name) throw new StartupError(translate('user.usage'));
  if (!z.email().max(254).safeParse(email).success) throw new StartupError(translate('user.badEmail', { email }));
  const role: string = values.role;
  if (!roleSlugs.some(slug => slug === role))
    throw new StartupError(translate('user.badRole', { role, roles: roleSlugs.join(', ') }));
  return { email, first_name, last_name, role };
};

const parseArguments = (args: string[]) => {
  try {
    return parseArgs({ args, options: argumentOptions }).values;
  } catch {
    throw new StartupError(translate('user.usage'));
  }
};

const createUser = async (db: Database, person: NewPerson): Promise<string> => {
  const password = randomBytes(12).toString('base64url');
  await ensureRoles(db);
  try {
    const storedUser = { ...person, password: await hashPassword(password) };
    await writeUnrecorded(db, async tx => {
      const [user] = await tx.insert(users).values(storedUser).returning({ id: users.id });
      const subject = { resource: 'users', id: user?.id ?? null };
      await recordEvent(tx, new Date(), systemOrigin, { kind: 'user_created', about: subject });
    });
  } catch (error) {
    const failure = toApiFailure(error);
    if (failure instanceof ApiFailure && failure.kind === 'invalid')
      throw new StartupError(translate('user.exists', { email: person.email }));
    throw error;
  }
  return password;
};

try {
  await main();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
