import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import type { Method } from '#contract/endpoint.ts';
import { channels } from '#contract/events.ts';
import { API_BASE } from '#contract/limits.ts';
import { type ResourceName, resourceNames } from '#contract/records.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { ensureRoles } from '#server/accounts/accounts.ts';
import { createPasswordQueue } from '#server/accounts/session/passwords.ts';
import { beginSession } from '#server/accounts/session/session.ts';
import { createBackgroundTasks } from '#server/backgroundTasks.ts';
import { readConfig } from '#server/config.ts';
import { type Database, type DatabaseKind, type OpenDatabase, openDatabase } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { ensureHistory } from '#server/drafts/historyTriggers.ts';
import { createFolderStore } from '#server/files/folder.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { createListener } from '#server/http/listener.ts';
import type { Mail } from '#server/mail.ts';
import { type BusMessage, createEventBus } from '#server/realtime/eventBus.ts';
import { serveSockets } from '#server/realtime/realtime.ts';
import { ensureReferences } from '#server/routes/referenceLists.ts';
import { generateSecrets } from '#server/secrets.ts';
import { emptyTables, keepBaseline } from './baseline.ts';
import { createTestLog } from './log.ts';
import { CHEAP_COST } from './passwords.ts';
import { databaseNames, onPostgres, startCluster } from './postgres.ts';

export interface Answer {
  status: number;
  code: number;
  message: string;
  /** The same messages as an array, in failures of imports and cancellations. */
  messages?: string[];
  result: unknown;
  errors?: Record<string, string[]>;
  headers: Headers;
}

type User = typeof schema.users.$inferSelect;
type Send = (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** The server's API on its own database, called without a port. */
export interface TestServer {
  app: Hono;
  deps: ServerDeps;
  db: Database;
  messages: BusMessage[];
  /** Errors logged since the last reset. */
  faults: unknown[];
  mails: Mail[];
  /**
   * Stops the server's clock until the next reset. Only `advance` moves it then, so that the test does not depend on
   * the machine's speed.
   */
  freeze: () => void;
  advance: (ms: number) => void;
  createUser: (role: RoleSlug, values?: Partial<User>) => Promise<User>;
  signIn: (role: RoleSlug) => Promise<{ user: User; access: string; refresh: string }>;
  /** Sends requests as a user of a role or as a visitor; paths are relative to the API base. */
  as: (role: RoleSlug | 'visitor') => Promise<Send>;
  /** Opens a port for socket tests, which need a real connection; the next reset closes it. @returns the address */
  listen: () => Promise<string>;
  /** Brings the roles up to date, as a server does at its start. */
  ensureRoles: () => Promise<void>;
  /** Checks again which channels connected users may receive. */
  reviewSockets: () => Promise<void>;
  /**
   * Restores the parts and the configuration of the server, and the initial contents: roles, declared references, and
   * demonstration data where the test has it.
   */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

const WEB_ADDRESS = 'https://vitrina.example';

/** Announces records that were inserted without the API, so that the server drops its cached counts. */
export const announceMany = ({ realtime }: Pick<ServerDeps, 'realtime'>, resource: ResourceName): void =>
  realtime.emit(channels.records(resource), 'RECORDS_CHANGE', { resource, ids: null, records: [], deleted: [] });

const open = async (kind: DatabaseKind): Promise<OpenDatabase & { url?: string }> => {
  if (kind === 'embedded') return openDatabase({ snapshot: new Blob([await readFile(inject('server').snapshot)]) });
  const databaseUrl = await createPostgresDatabase();
  return { ...(await openDatabase({ databaseUrl })), url: databaseUrl };
};

/** A new database of the run's PostgreSQL. @returns its address */
export const createPostgresDatabase = async (): Promise<string> => {
  const { postgres, folder, run } = inject('server');
  if (!postgres) throw new Error('no PostgreSQL is at hand');
  const url = 'url' in postgres ? postgres.url : await startCluster(postgres.programs, folder);
  const name = databaseNames(run) + randomUUID().replaceAll('-', '');
  await onPostgres(url, `create database ${name}`);
  await onPostgres(url, `alter database ${name} set vitrina.unrecorded = 'on'`);
  return Object.assign(new URL(url), { pathname: name }).href;
};

/** Gives an object the properties that it had, and no others. */
const restoreObject = <T extends object>(target: T, initial: T): void => {
  for (const key of Object.keys(target)) if (!(key in initial)) Reflect.deleteProperty(target, key);
  Object.assign(target, initial);
};

type Contents = 'nothing' | 'demonstration';

export const createTestServer = async (
  kind: DatabaseKind = 'embedded',
  contents: Contents = 'nothing',
): Promise<TestServer> => {
  const database = await open(kind);
  const { db } = database;
  const { password, folder } = inject('server');
  const messages: BusMessage[] = [];
  const faults: unknown[] = [];
  const users = new Map<RoleSlug, User>();
  const ports: Awaited<ReturnType<typeof openPort>>[] = [];
  const mails: Mail[] = [];
  const log = createTestLog({ error: (_text, error) => void faults.push(error) });
  let ahead = 0;
  let frozenAt: number | null = null;
  const dataDir = join(folder, randomUUID());
  await mkdir(dataDir);
  const deps: ServerDeps = {
    config: { ...readConfig({ DATA_DIR: dataDir, CALLS_PER_SECOND: '0' }), port: 0, databaseUrl: database.url },
    db,
    databaseKind: kind,
    files: createFolderStore(dataDir),
    realtime: createEventBus(),
    clock: () => new Date((frozenAt ?? Date.now()) + ahead),
    draining: { hasBegun: false },
    log,
    mailer: {
      send: async mail => {
        mails.push(mail);
        return { isSent: true };
      },
      check: () => Promise.resolve(),
    },
    backgroundTasks: createBackgroundTasks(log),
    webAddress: () => WEB_ADDRESS,
    secrets: generateSecrets(),
    passwords: createPasswordQueue({ cost: CHEAP_COST }),
    slowCount: Number.POSITIVE_INFINITY,
    refusalDelay: 0,
  };
  const app = createApp(deps);
  deps.realtime.listen(message => messages.push(message));

  const createUser = async (role: RoleSlug, values: Partial<User> = {}): Promise<User> => {
    const row = { first_name: 'Анна', last_name: 'Берёзкина', role, password: password.kept };
    const email = `${role}-${randomUUID()}@example.com`;
    const [user] = await db
      .insert(schema.users)
      .values({ ...row, email, ...values })
      .returning();
    if (!user) throw new Error('a user was not written');
    return user;
  };
  const signIn = async (role: RoleSlug) => {
    const user = users.get(role) ?? (await createUser(role));
    users.set(role, user);
    return { user, ...(await beginSession(deps, user, false)) };
  };
  const closePorts = async () => {
    for (const { close } of ports.splice(0)) await close();
  };
  const initial = { ...deps };
  const initialConfig = { ...deps.config };
  const reset = async () => {
    // A test that failed may have left a part of its own.
    restoreObject(deps, initial);
    restoreObject(deps.config, initialConfig);
    await closePorts();
    await deps.backgroundTasks.whenSettled();
    await restore();
    await rm(dataDir, { recursive: true, force: true });
    await mkdir(dataDir);
    for (const resource of resourceNames) announceMany(deps, resource);
    users.clear();
    messages.length = 0;
    faults.length = 0;
    mails.length = 0;
    ahead = 0;
    frozenAt = null;
  };
  // Tests write rows directly, and only those of users are recorded.
  if (kind === 'embedded') await db.execute(sql`set vitrina.unrecorded = 'on'`);
  await emptyTables(db);
  await ensureRoles(db);
  await ensureReferences(db);
  await ensureHistory(db);
  if (contents === 'demonstration') await seedDemo(db);
  const restore = await keepBaseline(db);
  return {
    app,
    deps,
    db,
    messages,
    faults,
    mails,
    freeze: () => {
      frozenAt = Date.now();
    },
    advance: ms => void (ahead += ms),
    createUser,
    signIn,
    as: async role => senderOf(app, role === 'visitor' ? null : (await signIn(role)).access),
    listen: async () => {
      const port = ports[0] ?? (await openPort(app, deps));
      if (!ports[0]) ports.push(port);
      return port.address;
    },
    ensureRoles: () => ensureRoles(db),
    reviewSockets: async () => {
      for (const { review } of ports) await review();
    },
    reset,
    close: async () => {
      await closePorts();
      await database.close();
    },
  };
};

export const senderOf =
  (app: Hono, token: string | null): Send =>
  async (method, path, body, headers = {}) => {
    const response = await app.request(`${API_BASE}${path}`, {
      method,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    });
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { ...(isJson ? await response.json() : {}), status: response.status, headers: response.headers };
  };

const openPort = async (app: Hono, deps: ServerDeps) => {
  // By default the adapter replaces Node's globals, which all tests of this thread and their pages share.
  const http = createListener(app, { overrideGlobalObjects: false });
  const sockets = serveSockets(deps, http);
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const close = async () => {
    await sockets.close();
    http.closeAllConnections();
  };
  return { address, close, review: sockets.review };
};

/** One per worker, because starting a server takes longer than most tests. */
const servers = new Map<string, Promise<TestServer>>();

/** A server for the tests of one `describe`, reset before each of them. It may only be used inside tests. */
export const useTestServer = (kind: DatabaseKind = 'embedded', contents: Contents = 'nothing'): (() => TestServer) => {
  let server: TestServer | undefined;
  beforeAll(async () => {
    const name = `${kind} ${contents}`;
    const made = servers.get(name) ?? createTestServer(kind, contents);
    servers.set(name, made);
    server = await made;
  });
  beforeEach(() => server?.reset());
  afterAll(() => server?.reset());
  return () => {
    if (!server) throw new Error('the test server is not up: ask for it within a test');
    return server;
  };
};

type Tests = (server: () => TestServer) => void;

const onBoth = (title: string, tests: Tests, contents: Contents): void => {
  describe(`${title} (PGlite)`, () => tests(useTestServer('embedded', contents)));
  const onPostgres = () => tests(useTestServer('postgres', contents));
  if (inject('server').postgres) describe(`${title} (PostgreSQL)`, onPostgres);
  else describe.skip(`${title}: no PostgreSQL, neither TEST_DATABASE_URL nor its server programs`, onPostgres);
};

/** Runs the same tests on the embedded database and on PostgreSQL; without PostgreSQL those are reported as skipped. */
export const describeOnBoth = (title: string, tests: Tests): void => onBoth(title, tests, 'nothing');

/** The same with demonstration data, from a snapshot: inserting it before each test would take seconds. */
export const describeDemonstration = (title: string, tests: Tests): void => onBoth(title, tests, 'demonstration');

/** Embedded database only, for large suites that do not depend on the database. */
export const describeOnEmbedded = (title: string, tests: Tests): void => {
  describe(title, () => tests(useTestServer('embedded')));
};
