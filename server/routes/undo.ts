import { MAX_DIRECT_CHANGES, MAX_DIRECT_RECORDS } from '#contract/undo.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { forecastUndo } from '../undo/forecastUndo.ts';
import { emptyOutcome } from '../undo/presentOutcome.ts';
import { countBatch, requireCompleteBatch } from '../undo/readBatch.ts';
import { previewUndo, undoBatch } from '../undo/undoBatch.ts';
import { cancelUndo, requireOwnRun, startUndo } from '../undo/undoRun.ts';
import { undoStore } from '../undo/undoStore.ts';

export const undoHandlers = (deps: ServerDeps): Handlers['undo'] => {
  const isLong = async (caller: Caller, id: number): Promise<boolean> => {
    const { records, changes } = await countBatch(deps.db, caller, id);
    return records > MAX_DIRECT_RECORDS || changes > MAX_DIRECT_CHANGES;
  };
  return {
    preview: async ({ params: { id }, caller }) => {
      const batch = await requireCompleteBatch(deps.db, caller, id);
      const is_long = await isLong(caller, id);
      const { kind, details, at, user } = batch;
      return {
        batch: { kind, details, at, user },
        is_long,
        untried: [],
        ...(await (is_long ? forecastUndo : previewUndo)(deps, caller, batch)),
      };
    },
    undo: async ({ params: { id }, body: { overwrite }, caller }) => {
      const batch = await requireCompleteBatch(deps.db, caller, id);
      if (!(await isLong(caller, id))) return { ...(await undoBatch(deps, caller, batch, overwrite)), run_id: null };
      return { ...emptyOutcome, run_id: (await startUndo(deps, caller, { batchId: id, overwrite })).id };
    },
    run: async ({ params: { id }, query, caller }) => ({
      ...(await requireOwnRun(deps, caller, id)),
      ...(await undoStore.readLog(deps.db, id, query)),
    }),
    cancel: ({ params: { id }, caller }) => cancelUndo(deps, caller, id),
  };
};
