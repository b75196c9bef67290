import { count } from 'drizzle-orm';
import { expect } from 'vitest';
import type { EventName, EventPayload } from '#contract/events.ts';
import type { ImportRun, LogItem } from '#contract/importing.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import type { RoleSlug } from '#contract/roles.ts';
import type { Caller } from '#server/accounts/session/caller.ts';
import { products, referenceValues } from '#server/db/schema.ts';
import { startImport } from '#server/imports/importJob.ts';
import type { BusMessage } from '#server/realtime/eventBus.ts';
import type { TestServer } from './server.ts';
import { csvOf, fileOf } from './tables.ts';

export const IMPORT = '/products/import/nomenclature';

export type RunWithLog = ImportRun & { log: LogItem[]; log_total: number };

export const header = ['Артикул', 'Название', 'Цена, RUB'];
/** Product rows for that header. */
export const goods = (from: number, to: number): string[][] =>
  Array.from({ length: to - from + 1 }, (_, index) => [`A-${from + index}`, `Товар ${from + index}`, '10,5']);

export const addBrand = async ({ db }: TestServer, name: string, code: string | null = null): Promise<number> => {
  const [row] = await db.insert(referenceValues).values({ reference: 'brand', name, code }).returning();
  return (row as { id: number }).id;
};

export const addUnit = async ({ db }: TestServer): Promise<number> => {
  const [row] = await db
    .insert(referenceValues)
    .values({ reference: 'unit', name: 'Штука', code: '796', extra: { symbol: 'шт' } })
    .returning();
  return (row as { id: number }).id;
};

export const countProducts = async ({ db }: TestServer): Promise<number> =>
  (await db.select({ total: count() }).from(products))[0]?.total ?? 0;

export const formOf = (
  ...files: readonly (readonly [field: string, bytes: Uint8Array | string, name?: string])[]
): FormData => {
  const form = new FormData();
  for (const [field, bytes, name = 'товары.csv'] of files) form.append(field, new File([bytes as BlobPart], name));
  return form;
};

export const nextEvent = <E extends EventName>({ deps }: TestServer, event: E): Promise<EventPayload<E>> =>
  new Promise(resolve => {
    const stop = deps.realtime.listen(message => {
      if (!('event' in message) || message.event !== event) return;
      stop();
      resolve(message.payload as EventPayload<E>);
    });
  });

export const importEvents = (messages: readonly BusMessage[]) =>
  messages.flatMap(message => ('event' in message && message.event.startsWith('IMPORT_') ? [message] : []));

export const runFile = async (
  server: TestServer,
  bytes: Uint8Array | string,
  name = 'товары.csv',
  { role = 'content_manager', query = '' }: { role?: RoleSlug; query?: string } = {},
): Promise<RunWithLog> => runFileBy(server, await server.as(role), bytes, name, query);

/** Imports a table with the given user's calls and waits for the run to end. */
export const runFileBy = async (
  server: TestServer,
  send: Awaited<ReturnType<TestServer['as']>>,
  bytes: Uint8Array | string,
  name = 'товары.csv',
  query = '',
): Promise<RunWithLog> => {
  const over = nextEvent(server, 'IMPORT_READY');
  const { status, result, message } = await send('POST', IMPORT + query, formOf(['table', bytes, name]));
  expect([status, message]).toEqual([200, 'success']);
  await over;
  return (await send('GET', `${IMPORT}/runs/${(result as ImportRun).id}?limit=10000`)).result as RunWithLog;
};

export const faultsOf = ({ log }: RunWithLog) =>
  log.filter(({ level }) => level === 'error').map(({ row, column, value, text }) => [row, column, value, text]);

/** A user with every permission, as the server's own code knows them. */
export const callerOf = ({ id, name, role }: { id: number; name: string; role: string }): Caller => ({
  id,
  name,
  role,
  grantedSlugs: new Set<string>(permissionSlugs),
  sessionId: '',
  actor: null,
  network: '',
});

/** Starts a run without HTTP, for tests that have to await its end. */
export const begin = async (server: TestServer, rows: string[][]) => {
  const { user } = await server.signIn('content_manager');
  return startImport(server.deps, {
    path: fileOf(csvOf([header, ...rows])),
    fileName: 'товары.csv',
    user: callerOf(user),
  });
};
