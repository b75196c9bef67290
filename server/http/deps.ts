import type { PasswordCost } from '../accounts/session/passwords.ts';
import type { BackgroundTasks } from '../backgroundTasks.ts';
import type { Config } from '../config.ts';
import type { Database, DatabaseKind } from '../db/database.ts';
import type { FileStore } from '../files/store.ts';
import type { Mailer } from '../mail.ts';
import type { SendingPace } from '../media/sending/pace.ts';
import type { Realtime } from '../realtime/eventBus.ts';
import type { Secrets } from '../secrets.ts';

/** One line for the operator. `fault` carries what went wrong with its stack. */
export interface Log {
  info: (text: string) => void;
  fault: (text: string, error: unknown) => void;
}

/** What every route and job works with. */
export interface Deps {
  config: Config;
  db: Database;
  databaseKind: DatabaseKind;
  files: FileStore;
  realtime: Realtime;
  /** The time now; tests set it. */
  clock: () => Date;
  log: Log;
  mailer: Mailer;
  backgroundTasks: BackgroundTasks;
  /** The origin where people open the web application. */
  webAddress: () => string;
  secrets: Secrets;
  /** Rejects where there is no room to write so many bytes besides, which an embedded database does not survive. */
  requireRoom?: ((bytes?: number) => Promise<void>) | undefined;
  /** What passwords are kept at, where it is not the usual: tests make hundreds of users. */
  passwordCost?: PasswordCost | undefined;
  /** A count that takes longer, in ms, may lag, where it is not the usual: tests count anew on however busy a machine. */
  slowCount?: number | undefined;
  /** How media are sent, where it is not the usual: tests wait for nobody. */
  sending?: Partial<SendingPace> | undefined;
  /** The user for whom the work is done, where there is one: what they write bears their name. */
  by?: number;
  /** How many values of attributes whoever it is accepts to lose by it; none where it is not said. */
  acceptedLoss?: number | undefined;
}
