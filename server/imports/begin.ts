import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { ImportOptions, ImportRun, LogItem } from '#contract/importing.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { translator } from '#i18n/translate.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { runs } from '../db/schema.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { asRunning } from '../jobs/engine.ts';
import type { LineOf } from '../jobs/runs.ts';
import { holdDefinitions } from '../records/attributes.ts';
import { tableSources } from '../records/tableSources.ts';
import { change } from '../records/write.ts';
import { type Inspection, storable } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import { type Importable, isImportableBy } from '../table/importable.ts';
import type { Lookups } from '../table/parsed.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { TableSources } from '../table/tableFields.ts';
import type { RunState } from './batch.ts';
import { createMissing, mayCreateMissing } from './missing.ts';
import { keptImports, writeSkipped } from './runs.ts';

const say = translator('ru', importLog);

export interface Source {
  /** The table file; it must stay where it is until the run has ended. */
  path: string;
  /** As the user calls it. */
  fileName: string;
  user: Caller;
  options?: ImportOptions | undefined;
}

/** A run as it was just begun. */
export interface Begun {
  run: ImportRun;
  state: RunState;
  /** The values of references that it has made, of which its reader does not know yet. */
  added: Lookups;
  /** The first lines of its log. */
  items: LogItem[];
}

interface Opened {
  fields: Importable;
  sources: TableSources;
  inspection: Inspection;
}

/** That another run is on. */
export const isRunning = () => new ApiFailure('conflict', { said: say('refused.running') });
const redefined = () => new ApiFailure('conflict', { said: say('refused.redefined') });

/**
 * Writes that a run begins, and the values of references that it shall make: both or none.
 * @throws {TableRefusal}, and {ApiFailure} 409 when another run is on
 */
export const beginRun = async (deps: Deps, source: Source, opened: Opened): Promise<Begun> => {
  const { user, fileName, options } = source;
  const { fields, sources, inspection } = opened;
  const { columns, rows: total, missing } = inspection;
  refuseGuarded(columns, fields, user.granted);
  const creates = options?.create ? missing : {};
  if (options?.create) refuseCreating(missing, user.granted);
  const { run, added, items } = await change({ ...deps, by: user.id }, async (tx, changes) => {
    // From here on the run itself keeps them as they are (`redefine`).
    await holdDefinitions(tx);
    if (!isDeepStrictEqual(await tableSources(tx), sources)) throw redefined();
    const id = await keptImports.insertRun(tx, { userId: user.id, at: changes.at, details: { file_name: fileName } });
    // It may have waited for one that was just ending.
    await tx.update(runs).set({ started_at: deps.clock() }).where(eq(runs.id, id));
    const items = await keptImports.writeLog(tx, id, firstLines(fileName, inspection, creates));
    await writeSkipped(tx, id, [{ row: 1, cells: columns.map(({ header }) => storable(header)) }]);
    const made: Lookups = await createMissing(tx, creates, changes);
    return { run: await keptImports.readRun(tx, id), added: made, items };
  }).catch((error: unknown) => {
    // A value that somebody else made a moment ago is one that the file was not read with.
    if (error instanceof ApiFailure && error.kind === 'invalid') throw redefined();
    throw asRunning(error, say('refused.running'));
  });
  if (!run) throw new Error('the import run is gone as soon as it began');
  const counts = { new: 0, changed: 0, unchanged: 0, faulty: 0 };
  const clears = options?.clear ?? false;
  const state: RunState = { id: run.id, fields, columns, clears, total, read: 0, counts };
  return { run, state, added, items };
};

const firstLines = (
  file: string,
  { sheet, columns, rows }: Inspection,
  creates: Inspection['missing'],
): LineOf<LogItem>[] => {
  const info = (text: string) => ({ level: 'info' as const, text });
  const unknown = columns.filter(({ field }) => !field);
  const made = Object.values(creates).flat();
  return [
    info(say('log.started', { file, rows })),
    ...(sheet ? [info(say('log.sheet', { sheet }))] : []),
    ...unknown.map(({ header }) => ({ level: 'warning' as const, text: say('log.unknownColumn', { header }) })),
    // A value without a row: by that they are counted (`countMade`).
    ...made.map(value => ({ ...info(say('log.created')), value })),
  ];
};

/** A file writes what its importer may write: a column with a slug of its own needs that slug. @throws {TableRefusal} */
export const refuseGuarded = (columns: readonly Column[], fields: Importable, granted: ReadonlySet<string>): void => {
  const closed = columns.find(({ field }) => field && !isImportableBy(granted, fields, field));
  if (closed) throw new TableRefusal('closedColumn', { header: closed.header });
};

/** Values of references are made by whoever administers them. @throws {ApiFailure} 403 */
export const refuseCreating = (missing: Inspection['missing'], granted: ReadonlySet<string>): void => {
  if (Object.keys(missing).length > 0 && !mayCreateMissing(granted))
    throw new ApiFailure('forbidden', { said: say('refused.mayNotCreate') });
};
