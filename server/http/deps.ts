import type { Author } from '../accounts/author.ts';
import type { PasswordQueue } from '../accounts/session/passwords.ts';
import type { BackgroundTasks } from '../backgroundTasks.ts';
import type { Config, Secrets } from '../config.ts';
import type { Database, DatabaseKind } from '../db/database.ts';
import type { BatchDescription } from '../drafts/author.ts';
import type { FileStore } from '../files/store.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RequestPace } from '../outgoing/pace.ts';
import type { Realtime } from '../realtime/eventBus.ts';
import type { Tracing } from '../tracing/span.ts';
import type { Draining } from './draining.ts';

export interface ServerDeps {
  config: Config;
  db: Database;
  databaseKind: DatabaseKind;
  files: FileStore;
  realtime: Realtime;
  /** The current time; injected, so that tests can set it. */
  clock: () => Date;
  draining: Draining;
  log: Log;
  mailer: Mailer;
  backgroundTasks: BackgroundTasks;
  /** Absent unless the operator has set a token for them. */
  metrics?: Pick<Metrics, 'countRequest'> | undefined;
  /** Absent unless the operator has set the address of a collector. */
  tracing?: Tracing | undefined;
  webAddress: () => string;
  secrets: Secrets;
  /**
   * Rejects when the disk has no room for `bytes` more. Only set for the embedded database, which does not survive a
   * full disk.
   */
  requireRoom?: ((bytes?: number) => Promise<void>) | undefined;
  /** Copies the embedded database to a new folder, as of one moment. */
  copyDatabase?: ((folder: string) => Promise<void>) | undefined;
  /** Shared by the whole process, because it limits how many passwords are hashed at once. */
  passwords: PasswordQueue;
  /**
   * Counts that take longer than this many ms may be cached. Tests override it to get exact counts on a slow machine.
   */
  slowCount?: number | undefined;
  /** In ms; tests override it, so that they need not wait. */
  lockWait?: number | undefined;
  /** In ms; tests override it, so that they need not wait. */
  refusalDelay?: number | undefined;
  /** Overrides the pace of requests to other servers, so that tests need not wait. */
  requestPace?: Partial<RequestPace> | undefined;
  /** The user on whose behalf the work is done; recorded as the author of its changes (`withAuthor`). */
  author?: Author;
  /** Describes the batch of the next write (`withBatch`). */
  batch?: BatchDescription | undefined;
  /** The number of values that the caller has agreed to lose; zero if absent. */
  acceptedLoss?: number | undefined;
}
