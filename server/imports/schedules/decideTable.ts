import type { AuthorProblem } from '#contract/importSchedules.ts';
import { isIdleImport } from '#contract/preparing.ts';
import { type Caller } from '../../accounts/session/caller.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { TableRefusal } from '../../table/refusal.ts';
import { translateImport } from '../../translate.ts';
import { ImportRunningFailure } from '../createImportRun.ts';
import { importRuns, startImport } from '../importJob.ts';
import { forgetPreview, getPreview, toImportSource } from '../prepared/previews.ts';
import { fetchLocalFile, type StoredPreparedImport, UploadGoneFailure } from '../prepared/store.ts';
import { hasProfileHeadings } from '../profiles/recognise.ts';
import type { StoredProfile } from '../profiles/versions.ts';
import { formatRefusal } from '../withTableRefusal.ts';
import { listDoubts } from './listDoubts.ts';
import type { Reading } from './readings.ts';
import { closeTable, type StoredTable, TableStartedError, waitForApproval } from './takenTables.ts';

/** The data on which the decisions of a reading depend. */
export interface ReadingContext {
  deps: ServerDeps;
  reading: Reading;
  profile: StoredProfile;
  /** Null if nobody can be the author of an import. */
  author: Caller | null;
  problem: AuthorProblem | null;
  signal: AbortSignal;
}

export interface UndecidedTable {
  table: StoredTable;
  prepared: StoredPreparedImport;
}

export interface TableDecision {
  /**
   * `dropped`: the upload is gone. `busy`: another import is running, or the preview was stopped, so the table has to be
   * checked again soon.
   */
  decision: 'waiting' | 'started' | 'idle' | 'refused' | 'dropped' | 'busy';
  /** Why the table was refused; otherwise null. */
  why: string | null;
}

const decided = (decision: TableDecision['decision'], reason: string | null = null): TableDecision => ({
  decision,
  why: reason,
});

/**
 * Decides what happens to a taken table. Either its import starts, or the table waits for approval, or it is closed
 * because it cannot be imported or would change nothing, or because its upload is gone. Otherwise such a table would
 * make every reading fail before it reaches new tables.
 * @throws {ReadingReplacedError}
 */
export const decideTable = async (context: ReadingContext, undecidedTable: UndecidedTable): Promise<TableDecision> => {
  try {
    return await checkTable(context, undecidedTable);
  } catch (error) {
    if (!(error instanceof UploadGoneFailure)) throw error;
    // Without its upload, a waiting table counts as dropped.
    await closeTable(context.deps, context.reading, { ...undecidedTable, state: 'waiting', why: [] });
    return decided('dropped');
  }
};

const checkTable = async (context: ReadingContext, undecidedTable: UndecidedTable): Promise<TableDecision> => {
  const { deps, reading, author, problem } = context;
  if (!author) return waitWith(context, undecidedTable, [translateImport('waits.author')]);
  // A preview made during an import would still list what that import is about to change.
  if (reading.starts && (await importRuns.current(deps))) return decided('busy');
  const seenTable = await previewTable(context, undecidedTable, author);
  if (!seenTable) return decided('busy');
  if (seenTable.refusal) {
    const refusalText = formatRefusal(seenTable.refusal);
    await closeTable(deps, reading, { ...undecidedTable, state: 'refused', why: [refusalText] });
    return decided('refused', refusalText);
  }
  const { doubts } = seenTable;
  if (seenTable.isIdle && doubts.length === 0) {
    await closeTable(deps, reading, { ...undecidedTable, state: 'idle', why: [] });
    return decided('idle');
  }
  if (problem) doubts.push(translateImport(`waits.${problem}`));
  if (reading.starts && doubts.length === 0) return startTable(context, undecidedTable, author);
  return waitWith(context, undecidedTable, doubts);
};

const waitWith = async (
  { deps, reading, profile: { name: profile } }: ReadingContext,
  { table }: UndecidedTable,
  reasons: string[],
): Promise<TableDecision> => {
  await waitForApproval(deps, reading, { table, profile, why: reasons });
  return decided('waiting');
};

interface SeenTable {
  refusal: TableRefusal | null;
  doubts: string[];
  isIdle: boolean;
}

/** @returns null if the preview was stopped before it had read the whole table */
const previewTable = async (
  { deps, profile: { mapping }, signal }: ReadingContext,
  { prepared }: UndecidedTable,
  author: Caller,
): Promise<SeenTable | null> => {
  const { preview, state } = await getPreview(deps, prepared, author);
  const stop = () => preview.stop();
  signal.addEventListener('abort', stop);
  try {
    await preview.ended;
  } finally {
    signal.removeEventListener('abort', stop);
    // A user who opens the table gets a new preview, compared with the products at that time.
    forgetPreview(deps, prepared.key);
  }
  signal.throwIfAborted();
  const refusal = preview.finalRefusal();
  if (refusal) return { refusal, doubts: [], isIdle: false };
  const previewState = state();
  if (previewState.progress < 100) return null;
  const path = await fetchLocalFile(deps, prepared);
  const hasOwnHeadings =
    previewState.refusal !== null || (await hasProfileHeadings(deps, { path, mapping, user: author }));
  return {
    refusal: null,
    doubts: listDoubts(previewState, hasOwnHeadings),
    isIdle: isIdleImport({ ...previewState, mapping }),
  };
};

const startTable = async (
  context: ReadingContext,
  undecidedTable: UndecidedTable,
  author: Caller,
): Promise<TableDecision> => {
  const { deps, reading } = context;
  const { prepared } = undecidedTable;
  try {
    const source = await toImportSource(deps, prepared, author);
    await startImport(deps, { ...source, reading });
    return decided('started');
  } catch (error) {
    if (error instanceof TableStartedError) return decided('started');
    if (error instanceof TableRefusal) return waitWith(context, undecidedTable, [formatRefusal(error)]);
    // The other import may still be inspecting its table, without a run yet, or may have ended in the meantime.
    if (error instanceof ImportRunningFailure) return decided('busy');
    if (!(error instanceof ApiFailure) || error instanceof UploadGoneFailure) throw error;
    return waitWith(context, undecidedTable, [error.message]);
  }
};
