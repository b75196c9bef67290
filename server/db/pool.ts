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
 * not, the connections in use are closed, and their requests fail with `DatabaseUnreachableError` or an error that
 * `isUnreachable` recognises. Otherwise these requests would wait forever, because a lost packet causes no error.
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
  const checkedOutClients = new Map<pg.PoolClient, number>();
  let isProbing = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  pool.on('acquire', client => void checkedOutClients.set(client, performance.now()));
  pool.on('release', (_error, client) => void checkedOutClients.delete(client));
  pool.on('remove', client => void checkedOutClients.delete(client));
  const checkConnections = async (): Promise<void> => {
    const isLongAgo = (time: number) => performance.now() - time > silence;
    const longQueries = [...checkedOutClients].filter(([, since]) => isLongAgo(since));
    if (longQueries.length === 0 || isProbing || !isLongAgo(answeredAt)) return;
    isProbing = true;
    // Probes twice, because a busy process may read the first response too late.
    if ((await isResponding(connectionString, probe)) || (await isResponding(connectionString, probe)))
      answeredAt = performance.now();
    else for (const [client] of longQueries) void closeImmediately(client);
    isProbing = false;
  };
  const timer = setInterval(() => void checkConnections(), silence / 4).unref();
  return () => clearInterval(timer);
};

/** Running statements fail, because waiting for a silent server could take forever. */
const closeImmediately = (client: pg.PoolClient): Promise<void> => (client as unknown as pg.Client).end();

const isResponding = async (connectionString: string, limit: number): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: limit / 2, query_timeout: limit / 2 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // An error such as "too many connections" still proves that the server responds.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('57P0');
  } finally {
    void client.end();
  }
};
