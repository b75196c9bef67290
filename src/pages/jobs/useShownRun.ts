import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isActive, type LogLine, type RunRecord } from '#providers/jobs/runState.ts';
import type { RunStore } from '#providers/jobs/runStore.ts';
import { useLatestRun, useRun } from '#providers/jobs/runs.ts';

/**
 * The displayed run. This is the active run, or else the run in the address (`?run=12`), or else the run that ended
 * last. The address is kept consistent with the displayed run.
 */
export const useShownRun = <Run extends RunRecord, Line extends LogLine>(store: RunStore<Run, Line>) => {
  const latest = useLatestRun(store);
  const [query, setQuery] = useSearchParams();
  const requestedRun = Number(query.get('run')) || null;
  const isBusy = isActive(latest);
  // Other parameters are options for a new run.
  const hasChoice = [...query.keys()].some(name => name !== 'run');
  const isLatest = isBusy || (requestedRun === null && !hasChoice && latest.status !== 'available');
  const id = isLatest ? latest.runId : requestedRun;
  const { run, error, retry } = useRun(store, id);
  const isOtherRunRequested = isBusy && requestedRun !== null && requestedRun !== id;
  useEffect(() => {
    if (!isOtherRunRequested) return;
    setQuery(
      now => {
        now.delete('run');
        return now;
      },
      { replace: true },
    );
  }, [isOtherRunRequested, setQuery]);
  return {
    id,
    isShown: isLatest || requestedRun !== null,
    run,
    error,
    retry,
    isBusy,
    show: (runId: number) => setQuery({ run: String(runId) }, { replace: true }),
    close: () => {
      store.leave();
      setQuery({}, { replace: true });
    },
  };
};
