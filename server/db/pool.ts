import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnreachableError, isOutage } from './outages.ts';

/** Numbers of connections, and of those who wait for one. */
export type PoolState = Readonly<Record<'total' | 'idle' | 'waiting', number>>;

/** How long to wait for the database, in ms. A request takes at most `connect`, `silence` and twice `probe`: 15 s. */
export interface PoolLimits {
  connect: number;
  silence: number;
  probe: number;
  /** To close connections, which a database that hangs never confirms. */
  end: number;
}

export const defaultPoolLimits: PoolLimits = { connect: 4000, silence: 4000, probe: 2500, end: 4000 };
/**
 * The time in ms after which abandoned transactions and statements of a stopped process are ended, so that their locks
 * are released.
 */
const sessionTimeouts = { idle_in_transaction_session_timeout: 60_000, statement_timeout: 600_000 };

export const createDedicatedClient = (
  connectionString: string,
  { connect, end }: Pick<PoolLimits, 'connect' | 'end'> = defaultPoolLimits,
): pg.Client => {
  const sockets = trackSockets();
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connect,
    keepAlive: true,
    stream: sockets.open,
  });
  const endClient = client.end.bind(client) as () => Promise<void>;
  client.end = (): Promise<void> => sockets.closeWithin(end, endClient);
  return client;
};

const trackSockets = () => {
  const sockets = new Set<Socket>();
  return {
    open: (): Socket => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    /** Destroys the sockets that are still open after so many ms. */
    closeWithin: async (ms: number, close: () => Promise<void>): Promise<void> => {
      const deadline = setTimeout(() => sockets.forEach(socket => socket.destroy()), ms);
      await close();
      clearTimeout(deadline);
    },
  };
};

/**
 * The connection pool for PostgreSQL. A statement may take as long as it needs while the server responds. When it does
 * not, the connections in use are closed, as are those whose statement or answer was lost in an outage that is over.
 * Their requests fail with `DatabaseUnreachableError` or an error that `isUnreachable` recognises. Otherwise these
 * requests would wait forever, because a lost packet causes no error.
 */
export const openPool = (connectionString: string, limits: PoolLimits = defaultPoolLimits): pg.Pool => {
  const sockets = trackSockets();
  const pool = new WatchedPool({
    connectionString: addSessionOptions(connectionString),
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    stream: sockets.open,
    ...sessionTimeouts,
  });
  // Without listeners a connection that is closed by the server would crash the process. The statement that uses it, or
  // the next one, reports the error.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  const stopWatching = watchPool(pool, connectionString, limits);
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = (): Promise<void> => {
    stopWatching();
    return sockets.closeWithin(limits.end, end);
  };
  return pool;
};

/**
 * JIT compilation is off, because all statements are short. An import forbids scans of whole tables, so if a plan
 * cannot avoid such a scan, it has a huge cost, and compiling it took 0.14 s per batch.
 */
const DEFAULT_OPTIONS = '-c jit=off';

/** Puts the defaults before the operator's options, since PostgreSQL uses the last value if there are several. */
const addSessionOptions = (connectionString: string): string => {
  const url = new URL(connectionString);
  // As in libpq, options in the URL replace those in the environment.
  const pgOptions = url.searchParams.get('options') ?? process.env['PGOPTIONS'] ?? '';
  url.searchParams.set('options', `${DEFAULT_OPTIONS} ${pgOptions}`.trim());
  return url.href;
};

class WatchedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(done: Parameters<pg.Pool['connect']>[0]): void;
  override connect(done?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (done)
      return super.connect((error, client, release) => done(error && toUnreachableError(error), client, release));
    return super.connect().then(releaseOnFailedBegin, (error: Error) => {
      throw toUnreachableError(error);
    });
  }
}

/**
 * drizzle releases a transaction's connection only once the transaction has begun. This releases it when the first
 * statement fails; otherwise the pool would count it as in use forever.
 */
const releaseOnFailedBegin = (client: pg.PoolClient): pg.PoolClient =>
  Object.assign(client, {
    query: async (begin: pg.QueryConfig, values: unknown[] = []) => {
      // Later statements use the client's own method again.
      Reflect.deleteProperty(client, 'query');
      try {
        return await client.query(begin, values);
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
  });

const toUnreachableError = (error: Error): Error =>
  error instanceof pg.DatabaseError && !isOutage(error)
    ? error
    : new DatabaseUnreachableError(error.message, { cause: error });

/** @returns a function that ends it */
const watchPool = (pool: pg.Pool, connectionString: string, { silence, probe }: PoolLimits): (() => void) => {
  const checkedOutClients = new Map<WatchedClient, number>();
  let waitingBefore = new Set<WatchedClient>();
  let isProbing = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  pool.on('acquire', client => void checkedOutClients.set(client as WatchedClient, performance.now()));
  pool.on('release', (_error, client) => void checkedOutClients.delete(client as WatchedClient));
  pool.on('remove', client => void checkedOutClients.delete(client as WatchedClient));
  const isLongAgo = (time: number) => performance.now() - time > silence;
  const findLongUsed = () => [...checkedOutClients].filter(([, since]) => isLongAgo(since)).map(([client]) => client);
  const checkConnections = async (): Promise<void> => {
    const used = findLongUsed();
    const waiting = used.filter(client => !client.readyForQuery);
    // One that has only just sent its statement counts at the next check.
    const overdue = waiting.filter(client => waitingBefore.has(client));
    waitingBefore = new Set(waiting);
    if (used.length === 0 || isProbing || !isLongAgo(answeredAt)) return;
    isProbing = true;
    const pids = overdue.map(({ processID }) => processID);
    const findIdle = () => findIdleBackends(connectionString, { pids, silence, probe });
    // Probes twice, because a busy process may read the first response too late.
    const idlePids = (await findIdle()) ?? (await findIdle());
    isProbing = false;
    if (idlePids) answeredAt = performance.now();
    const lost = idlePids
      ? overdue.filter(({ processID, readyForQuery }) => !readyForQuery && idlePids.has(processID))
      : used;
    for (const client of lost) if (checkedOutClients.has(client)) void closeImmediately(client);
  };
  const timer = setInterval(() => void checkConnections(), silence / 4).unref();
  return () => clearInterval(timer);
};

/** With what the driver has no types for: the id of the server's process, and whether the last statement was answered. */
type WatchedClient = pg.PoolClient & { processID: number | null; readyForQuery: boolean };

/** Running statements fail, because waiting for a silent server could take forever. */
const closeImmediately = (client: pg.PoolClient): Promise<void> => (client as unknown as pg.Client).end();

interface BackendProbe extends Pick<PoolLimits, 'silence' | 'probe'> {
  pids: readonly (number | null)[];
}

/**
 * Finds processes of PostgreSQL that have had nothing to do for a while. If their clients wait for an answer, the
 * statement or its answer was lost in an outage that is over, and they would wait forever. Behind a pooler, which has
 * ids of its own, none are found.
 * @returns null if the database does not respond
 */
const findIdleBackends = async (
  connectionString: string,
  { pids, silence, probe }: BackendProbe,
): Promise<Set<number | null> | null> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probe / 2, query_timeout: probe / 2 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1::integer[]) and state like 'idle%'
        and state_change < clock_timestamp() - make_interval(secs => $2)`,
      [pids, silence / 1000],
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // An error such as "too many connections" still proves that the server responds.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('57P0') ? new Set() : null;
  } finally {
    void client.end();
  }
};
