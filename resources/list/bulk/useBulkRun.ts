import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BulkResponse } from '#contract/bulk.ts';
import { type BulkError, type BulkProgress, initialProgress, runBulk } from '#providers/cache/bulkRun.ts';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { toNotice } from '#providers/reporting/notices.ts';
import { useLeaveBlocker } from '../../form/useLeaveBlocker.ts';
import type { Selection } from '../selection.ts';

interface RunState {
  progress: BulkProgress;
  isFinished: boolean;
  isStopping: boolean;
}

interface BulkRun {
  run: RunState | null;
  start: (ids: readonly number[], send: (ids: number[]) => Promise<BulkResponse>) => Promise<BulkProgress>;
  /** Stops after the current batch, because a sent request cannot be recalled. */
  stop: () => void;
  clear: () => void;
}

/**
 * A bulk run. Finished records are removed from the selection, and the others stay selected for a retry. Until then
 * nothing leads away from its page, which reports what failed; the user is asked before the document is left.
 */
export const useBulkRun = (resource: string, selection: Selection): BulkRun => {
  const toBulkError = useToBulkError();
  const t = useT();
  const client = useQueryClient();
  const unsavedForms = useUnsavedForms();
  const [run, setRun] = useState<RunState | null>(null);
  const isStopped = useRef(false);
  const isRunning = run !== null && !run.isFinished;
  useEffect(
    () => (isRunning ? unsavedForms.register({ isUnsaved: () => true }) : undefined),
    [unsavedForms, isRunning],
  );
  useLeaveBlocker(
    ({ currentLocation, nextLocation }) => isRunning && currentLocation.pathname !== nextLocation.pathname,
  );

  const start: BulkRun['start'] = async (ids, send) => {
    isStopped.current = false;
    setRun({ progress: initialProgress(ids), isFinished: false, isStopping: false });
    const progress = await runBulk({
      ids,
      send,
      messages: { unconfirmed: t('listing.bulk.unconfirmed'), failure: toBulkError },
      isStopped: () => isStopped.current,
      onProgress: next => setRun(last => last && { ...last, progress: next }),
    });
    selection.set([...progress.done, ...getAbsentIds(progress)], false);
    setRun({ progress, isFinished: true, isStopping: false });
    await client.invalidateQueries({ queryKey: [resource] });
    return progress;
  };
  const stop = () => {
    isStopped.current = true;
    setRun(last => last && { ...last, isStopping: true });
  };
  return { run, start, stop, clear: () => setRun(null) };
};

/** Records that no longer exist, so that retrying is pointless. */
const getAbsentIds = ({ failed }: BulkProgress): number[] =>
  [...failed].filter(([, { reason }]) => reason === 'absent').map(([id]) => id);

const useToBulkError = (): ((error: unknown) => BulkError) => {
  const t = useT();
  return error => {
    const failure = findApiError(error);
    if (!failure) throw error;
    const notice = toNotice(failure, (key, values) => t(`errors.${key}`, values));
    return {
      reason: 'unconfirmed',
      message: notice?.text ?? t('listing.bulk.silentFailure'),
      errors: failure.errors,
    };
  };
};
