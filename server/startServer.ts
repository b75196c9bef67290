import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { ensureRoles, hasNoUsers, listDemoAccounts } from './accounts/accounts.ts';
import { pruneResets } from './accounts/session/passwordReset.ts';
import { createPasswordQueue } from './accounts/session/passwords.ts';
import { pruneSessions } from './accounts/session/session.ts';
import { pruneThrottles } from './accounts/session/throttle.ts';
import { createBackgroundTasks } from './backgroundTasks.ts';
import { pruneHistory } from './batches/pruneHistory.ts';
import { claimFiles } from './claimFiles.ts';
import { claimInstallation } from './claimInstallation.ts';
import { serveControl } from './commands/control.ts';
import { type Config, StartupError } from './config.ts';
import type { OpenDatabase } from './db/database.ts';
import { requireDiskSpace } from './db/diskSpace.ts';
import { UnsupportedDatabaseError } from './db/schemaVersion.ts';
import { seedPictures } from './demo/pictures/seed.ts';
import { publishDemo } from './demo/publish.ts';
import { seedDemo } from './demo/seed.ts';
import { ensureHistory } from './drafts/historyTriggers.ts';
import { completeBatches } from './drafts/summary.ts';
import { pruneTrash } from './drafts/trash.ts';
import type { FileStore } from './files/store.ts';
import { createApp } from './http/app.ts';
import type { ServerDeps } from './http/deps.ts';
import { prepareDrain } from './http/draining.ts';
import { createListener } from './http/listener.ts';
import { serveWeb } from './http/static.ts';
import { recoverImports } from './imports/importJob.ts';
import { stopPreviews } from './imports/prepared/previews.ts';
import { prunePreparedImports } from './imports/prepared/store.ts';
import { startSchedules } from './imports/schedules/scheduler.ts';
import { clearUploads } from './imports/upload.ts';
import { isWorker } from './jobs/createTakeover.ts';
import { pruneRuns } from './jobs/pruneRuns.ts';
import type { Log } from './log.ts';
import { createMailer } from './mail.ts';
import { sweepPictures } from './media/images/pictureStore.ts';
import { removeStaleUploads } from './media/images/receivedFiles.ts';
import { sendingRuns } from './media/sending/sendingJob.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/serveMetrics.ts';
import { createSchemaError, openInstallation } from './openInstallation.ts';
import { publications } from './publishing/publishingJob.ts';
import { createEventBus, type Realtime } from './realtime/eventBus.ts';
import { pruneEditing } from './realtime/notifications/editing.ts';
import { pruneNotifications } from './realtime/notifications/notify.ts';
import { type SocketServer, serveSockets } from './realtime/realtime.ts';
import { shareEventBus } from './realtime/sharedEventBus.ts';
import { pruneKeys } from './records/idempotency.ts';
import { projectRoot } from './root.ts';
import { ensureReferences } from './routes/referenceLists.ts';
import { flushRefusals } from './security/refusals.ts';
import { keepProcessRecord } from './system/processRecord.ts';
import { createTracing } from './tracing/createTracing.ts';
import { traceStatements } from './tracing/traceStatements.ts';
import { translate } from './translate.ts';
import { undoRuns } from './undo/undoRun.ts';
import { withTimeout } from './withTimeout.ts';

const HOUR_MS = 3_600_000;
/** systemd and containers kill a process after 30 s. */
const STOP_MS = 28_000;

export interface RunningServer {
  address: string;
  accounts: string[];
  /**
   * Waits for requests in progress to finish before releasing the database, because they still need it. With PostgreSQL it
   * resolves within 28 s, even if the database hangs: others then take over what this process could not leave to them.
   */
  close: () => Promise<void>;
}

type Closer = () => Promise<void> | void;
type OnUnusable = (error: StartupError) => void;

/**
 * Both `close` and an error during the start undo the completed steps in reverse order.
 * @param onUnusable called when the server has to end, since another build has changed the database
 * @throws {StartupError}
 */
export const startServer = async (config: Config, log: Log, onUnusable: OnUnusable): Promise<RunningServer> => {
  const closers: Closer[] = [];
  const close = () => undoSteps(closers, log);
  try {
    const { database, files: unclaimed, tracing } = await openRecorded(config, log, closers);
    const realtime = createEventBus(error => log.error('a listener of events', error));
    // Before anything else, since the connection also prevents an upgrade that this server would not survive.
    if (config.databaseUrl) closers.push(await joinServers(realtime, config.databaseUrl, log, onUnusable));
    const secrets = await claimInstallation(database.db, config);
    const files = await claimFiles({ db: database.db, files: unclaimed, config });
    await prepareDatabase(database, files, config, log);
    let ownAddress = '';
    const webAddress = () => config.publicUrl ?? ownAddress;
    const backgroundTasks = createBackgroundTasks(log);
    closers.push(backgroundTasks.whenSettled);
    let sockets: SocketServer | undefined;
    const metrics = config.metricsToken
      ? createMetrics({ ...database, countSockets: () => sockets?.count() ?? 0 })
      : undefined;
    const deps: ServerDeps = {
      config,
      db: database.db,
      databaseKind: database.kind,
      files,
      realtime,
      clock: () => new Date(),
      draining: { hasBegun: false },
      log,
      mailer: createMailer({ config, log, webAddress }),
      backgroundTasks,
      passwords: createPasswordQueue(),
      metrics,
      tracing,
      webAddress,
      secrets,
      copyDatabase: database.copyTo,
      requireRoom: database.kind === 'embedded' ? requireDiskSpace(config.dataDir) : undefined,
    };
    closers.push(keepProcessRecord(deps), pruneHourly(deps), () => stopPreviews(deps), settlePeriodically(deps));
    await startJobs(deps, closers);
    const http = createListener(createWholeApp(deps, metrics), { isBehindProxy: config.proxies > 0 });
    if (config.roles.includes('web')) sockets = serveSockets(deps, http);
    const drains = [prepareDrain(http, deps, { closeSockets: () => sockets?.close() })];
    // At the same time, since requests and commands need what is closed next, and the one must not delay the other.
    closers.push(async () => void (await Promise.all(drains.map(drain => drain()))));
    if (!config.databaseUrl) drains.push(await serveControl(deps));
    const address = await startListening(http, config);
    ownAddress = address;
    if (config.smtpUrl && !config.publicUrl) log.warn(translate('start.links', { address }));
    const closeInTime = () => withTimeout(close(), STOP_MS).catch((error: unknown) => log.error('stopping', error));
    return {
      address,
      accounts: await listDemoAccounts(database.db, config),
      // The embedded database is part of the process: it cannot hang, and has to be closed to lose nothing.
      close: config.databaseUrl ? closeInTime : close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const undoSteps = async (closers: Closer[], log: Log): Promise<void> => {
  for (const undo of closers.splice(0).reverse())
    try {
      await undo();
    } catch (error) {
      // The others still have to leave their runs and locks to other servers.
      log.error('stopping', error);
    }
};

const joinServers = async (
  realtime: Realtime,
  databaseUrl: string,
  log: Log,
  onUnusable: OnUnusable,
): Promise<Closer> => {
  try {
    return await shareEventBus(realtime, databaseUrl, log, error => onUnusable(createSchemaError(error)));
  } catch (error) {
    throw error instanceof UnsupportedDatabaseError ? createSchemaError(error) : error;
  }
};

const startJobs = async (deps: ServerDeps, closers: Closer[]): Promise<void> => {
  const stops: Closer[] = [];
  // At the same time, because each waits for what its runs are doing, and all of them have to leave these in time.
  closers.push(async () => void (await Promise.all(stops.map(stop => undoSteps([stop], deps.log)))));
  for (const recover of [recoverImports, publications.recover, sendingRuns.recover, undoRuns.recover])
    stops.push(await recover(deps));
  if (!isWorker(deps)) return;
  closers.push(await startSchedules(deps));
  if (deps.config.demo) await publishDemo(deps);
};

/** The installation, whose statements are recorded if traces are on. Traces end last, since closing is recorded too. */
const openRecorded = async (config: Config, log: Log, closers: Closer[]) => {
  const tracing = await createTracing(config, log);
  if (tracing) closers.push(tracing.close);
  const { database, files, close } = await openInstallation(config);
  closers.push(close);
  if (tracing) traceStatements(database.db);
  return { database, files, tracing };
};

/** The API with what is served beside it. */
const createWholeApp = (deps: ServerDeps, metrics: Metrics | undefined): Hono => {
  const app = createApp(deps);
  serveMetrics(app, deps.config, metrics);
  if (deps.config.roles.includes('web')) serveWeb(app, join(projectRoot, 'dist/web'), deps.config);
  return app;
};

/**
 * Brings the database up to date. Demonstration data is added only if there are no users yet; the lock makes sure that
 * only one of several processes adds it.
 * @returns whether it was added
 */
const prepareDatabase = async ({ db }: OpenDatabase, files: FileStore, { demo }: Config, log: Log): Promise<void> => {
  await ensureRoles(db);
  for (const clash of await ensureReferences(db)) log.warn(clash);
  await ensureHistory(db);
  if (!demo) return;
  await db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('vitrina demonstration'))`);
    if (!(await hasNoUsers(tx))) return;
    await seedDemo(tx);
    await seedPictures({ db: tx, clock: () => new Date(), files });
    await tx.execute(sql`analyze`);
  });
};

/** Each on its own, so that one that fails does not keep the others from being carried out. */
const cleanUps: readonly ((deps: ServerDeps) => Promise<unknown>)[] = [
  pruneSessions,
  pruneKeys,
  pruneThrottles,
  pruneResets,
  pruneNotifications,
  ({ db }) => pruneEditing(db),
  pruneHistory,
  // Afterwards, because the history keeps the runs that it mentions.
  pruneRuns,
  pruneTrash,
  prunePreparedImports,
  // A run reads its upload for hours where it fetches many pictures.
  ({ config }) => clearUploads(config.dataDir, 24 * HOUR_MS),
  sweepPictures,
  ({ config }) => removeStaleUploads(config.dataDir, HOUR_MS),
];

const pruneHourly = (deps: ServerDeps): (() => void) => {
  const prune = async () => {
    for (const cleanUp of cleanUps) await cleanUp(deps).catch((error: unknown) => deps.log.error('pruning', error));
  };
  const timer = setInterval(() => void prune(), HOUR_MS).unref();
  return () => clearInterval(timer);
};

const SETTLE_INTERVAL_MS = 15_000;

const settlePeriodically = (deps: ServerDeps): (() => void) => {
  const settle = async () => {
    try {
      await flushRefusals(deps);
      await completeBatches(deps.db);
    } catch (error) {
      deps.log.error('settling', error);
    }
  };
  const timer = setInterval(() => void settle(), SETTLE_INTERVAL_MS).unref();
  return () => clearInterval(timer);
};

const startListening = (http: HttpServer, { host, port }: Config): Promise<string> =>
  new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new StartupError(translate('start.portTaken', { port, host })));
      else if (error.code === 'EACCES') reject(new StartupError(translate('start.portDenied', { port })));
      else reject(new StartupError(translate('start.hostUnknown', { host }), { cause: error }));
    });
    http.listen(port, host, () => {
      const { port: assignedPort } = http.address() as AddressInfo;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${assignedPort}`);
    });
  });
