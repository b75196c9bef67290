import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { usePages } from '../cache/usePages.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { useService } from '../ServicesContext.ts';
import { useCan } from '../session/profile.ts';
import { createImportRuns } from './importing.ts';
import type { LogLine, RunRecord, RunState } from './runState.ts';
import { buildRunKey, createRunStore, type RunNotice, type RunStore, type RunStoreOptions } from './runStore.ts';
import { sendingKind } from './sending.ts';
import { synchronizationKind } from './synchronization.ts';

export type RunStores = ReturnType<typeof createRunStores>;

export const createRunStores = (options: RunStoreOptions) => ({
  import: createImportRuns(options),
  sending: createRunStore(sendingKind, options),
  synchronization: createRunStore(synchronizationKind, options),
});

export const useRunStore = <Name extends keyof RunStores>(name: Name): RunStores[Name] => useService('runs')[name];

/** Follows the runs that the user may see, and shows their notices. Mount once; `show` must be stable. */
export const useRunEvents = (showNotice: (notice: RunNotice) => void): void => {
  const runs = useService('runs');
  const can = useCan();
  useEffect(() => {
    const allowedRuns = Object.values(runs).filter(({ access }) => can(access));
    const cleanups = allowedRuns.flatMap(({ follow, onNotice }) => [onNotice(showNotice), follow()]);
    return () => {
      for (const end of cleanups) end();
    };
  }, [runs, can, showNotice]);
};

export const useLatestRun = <Run extends RunRecord, Line extends LogLine>({
  onChange,
  state,
}: RunStore<Run, Line>): RunState<Run, Line> => useSyncExternalStore(onChange, state);

export const useRun = <Run extends RunRecord, Line extends LogLine>(store: RunStore<Run, Line>, id: number | null) => {
  const latest = useLatestRun(store);
  const { data, error, refetch } = useQuery({
    queryKey: buildRunKey(store.name, id),
    queryFn: ({ signal }) => store.read(Number(id), signal),
    enabled: id !== null,
    meta: inPlaceErrorMeta,
  });
  const isLatest = latest.runId === id && latest.status !== 'available';
  return { run: data ?? (isLatest ? latest : undefined), error, retry: () => void refetch() };
};

export const usePastRuns = <Run extends RunRecord, Line extends LogLine>(store: RunStore<Run, Line>) => {
  const { items: runs, ...rest } = usePages({
    queryKey: [store.name, 'runs'],
    readPage: store.list,
    getKey: ({ id }) => id,
  });
  return { runs, ...rest };
};
