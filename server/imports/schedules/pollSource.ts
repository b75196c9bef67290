import { eq } from 'drizzle-orm';
import type { ScheduleReading } from '#contract/importSchedules.ts';
import { getPagePath } from '#contract/pages.ts';
import { importProfiles } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { collectNotified, emitNotificationsChange, notify } from '../../realtime/notifications/notify.ts';
import { runInLanguage } from '../../translate.ts';
import { findAuthorProblem, findScheduleAuthor, readAuthorLanguage } from './author.ts';
import { computeNextTime } from './computeNextTime.ts';
import { createTally, type SourceResult } from './createTally.ts';
import { decideTable, type ReadingContext } from './decideTable.ts';
import { readAddress } from './readAddress.ts';
import { readFolder } from './readFolder.ts';
import { endReading, type Reading, ReadingReplacedError, withLease } from './readings.ts';
import { SourceError } from './sourceError.ts';
import { listImporters, listUndecided } from './takenTables.ts';

/** Pause in ms before a source is read again because a file was unfinished or an import was running. */
const SOON_MS = 15_000;
/** Pause in ms before the first retry of a failed reading; it doubles with each further retry. */
const FIRST_PAUSE_MS = 60_000;
/** After this many failures in a row, a source is not retried before its regular time. */
const MAX_FAILURES = 4;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Reads a profile's source, decides about the tables that it takes, and records what it has found and when to read the
 * source again. Never rejects because of an error in the source.
 */
export const pollSource = (deps: ServerDeps, reading: Reading, stopSignal: AbortSignal): Promise<void> =>
  withLease(deps.db, reading, async replacedSignal => {
    const signal = AbortSignal.any([stopSignal, replacedSignal]);
    const isProfile = eq(importProfiles.id, reading.profile_id);
    const [profile] = await deps.db.select().from(importProfiles).where(isProfile);
    // The schedule was deleted together with its profile.
    if (!profile) return;
    await runInLanguage(await readAuthorLanguage(deps, reading), async () => {
      try {
        const author = await findScheduleAuthor(deps, reading);
        const problem = findAuthorProblem(reading, profile, author);
        const context = { deps, reading, profile, author, problem, signal };
        await finishReading(context, await readSource(context));
      } catch (error) {
        // If the server stops, the reading stays due, so that it is done after the next start.
        if (stopSignal.aborted) await endReading(deps.db, reading, {});
        else if (!(error instanceof ReadingReplacedError)) throw error;
      }
    });
  });

const readSource = async (context: ReadingContext): Promise<SourceResult> => {
  try {
    return (await finishEarlierTables(context)) ?? (await readNewTables(context));
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof ReadingReplacedError) throw error;
    const failure =
      error instanceof SourceError ? error : new SourceError('trouble', { isTemporary: true, cause: error });
    if (failure !== error) context.deps.log.error('reading a source of tables', error);
    const tally = createTally('nothing');
    tally.addError(failure);
    return { ...tally.result(), changes: {} };
  }
};

/** Decides about tables of a reading that was interrupted, or that had to wait for another import. */
const finishEarlierTables = async (context: ReadingContext): Promise<SourceResult | null> => {
  const tally = createTally('nothing');
  for (const undecidedTable of await listUndecided(context.deps.db, context.profile.id)) {
    tally.add(await decideTable(context, undecidedTable));
    if (tally.isStopped()) return { ...tally.result(), changes: {} };
  }
  return null;
};

const readNewTables = (context: ReadingContext): Promise<SourceResult> => {
  const { source } = context.reading;
  return source.kind === 'folder' ? readFolder(context, source.folder) : readAddress(context, source.address);
};

const finishReading = async (
  { deps, reading, profile, author }: ReadingContext,
  result: SourceResult,
): Promise<void> => {
  const { outcome, taken, why, error, isSoon, changes } = result;
  const startedAt = deps.clock();
  const last: ScheduleReading = { at: startedAt.toISOString(), outcome, taken, why };
  const failures = countFailures(reading.failures, error);
  const needsNotice =
    failures > 0 ? reading.failures < MAX_FAILURES && failures >= MAX_FAILURES : isNewRefusal(reading, last);
  const people = collectNotified(startedAt);
  await inTransaction(deps.db, async tx => {
    const next_at = computeNextReading(reading, { at: startedAt, failures, error, isSoon });
    const isCurrent = await endReading(tx, reading, { ...changes, last, failures, next_at });
    if (!isCurrent || !needsNotice || why === null) return;
    const recipientIds = author ? [reading.set_by] : await listImporters(tx);
    const link = `${PAGE_PATH}?profile=${profile.id}`;
    await notify(tx, people, recipientIds, {
      kind: 'import_source_failed',
      payload: { profile: profile.name, why },
      link,
    });
  });
  emitNotificationsChange(deps, people.userIds);
};

const PAGE_PATH = getPagePath('import');

/** A failure that will not go away by itself counts as if all retries had failed. */
const countFailures = (before: number, error: SourceError | null): number => {
  if (!error) return 0;
  return error.isTemporary ? before + 1 : Math.max(before + 1, MAX_FAILURES);
};

/** Compares only the outcomes, because an address may return a different page each time, such as a sign-in page. */
const isNewRefusal = ({ last: before }: Reading, { outcome }: ScheduleReading): boolean =>
  outcome === 'refused' && before?.outcome !== 'refused';

interface NextReadingOptions extends Pick<SourceResult, 'error' | 'isSoon'> {
  at: Date;
  failures: number;
}

const computeNextReading = (reading: Reading, { at, failures, error, isSoon }: NextReadingOptions): Date => {
  const regular = computeNextTime(reading.time, at);
  const pause = failures > 0 && failures < MAX_FAILURES ? getPause(failures, error) : isSoon ? SOON_MS : null;
  const retryAt = pause === null ? regular : new Date(at.getTime() + pause);
  return retryAt < regular ? retryAt : regular;
};

const getPause = (failures: number, error: SourceError | null): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS * 2 ** (failures - 1), error?.retryAfter ?? 0));
