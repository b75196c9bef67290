import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isActive, type LogLine, type RunRecord } from '#providers/jobs/runState.ts';
import type { RunStore } from '#providers/jobs/runStore.ts';
import { useLatestRun, useRun } from '#providers/jobs/runs.ts';

/**
 * The run on the screen: the active one, else the one that the address names (`?run=12`), else the one that ended last.
 * The address never names another run than the one shown.
 */
export const useShownRun = <Run extends RunRecord, Line extends LogLine>(store: RunStore<Run, Line>) => {
  const latest = useLatestRun(store);
  const [query, setQuery] = useSearchParams();
  const named = Number(query.get('run')) || null;
  const isBusy = isActive(latest);
  // Other parameters are choices for a new run.
  const hasChoice = [...query.keys()].some(name => name !== 'run');
  const isLatest = isBusy || (named === null && !hasChoice && latest.status !== 'available');
  const id = isLatest ? latest.runId : named;
  const { run, error, retry } = useRun(store, id);
  const isOther = isBusy && named !== null && named !== id;
  useEffect(() => {
    if (!isOther) return;
    setQuery(
      now => {
        now.delete('run');
        return now;
      },
      { replace: true },
    );
  }, [isOther, setQuery]);
  return {
    id,
    /** Whether there is a run to show; `run` is undefined until it has been read. */
    isShown: isLatest || named !== null,
    run,
    error,
    retry,
    /** While a run is active, no other can be started or looked at. */
    isBusy,
    show: (runId: number) => setQuery({ run: String(runId) }, { replace: true }),
    close: () => {
      store.leave();
      setQuery({}, { replace: true });
    },
  };
};
