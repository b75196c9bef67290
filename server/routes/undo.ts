import { MAX_DIRECT_RECORDS } from '#contract/undo.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { forecastUndo } from '../undo/forecastUndo.ts';
import { emptyOutcome } from '../undo/presentOutcome.ts';
import { countBatchRecords, readBatch } from '../undo/readBatch.ts';
import { previewUndo, undoBatch } from '../undo/undoBatch.ts';
import { cancelUndo, requireOwnRun, startUndo } from '../undo/undoRun.ts';
import { undoStore } from '../undo/undoStore.ts';

export const undoHandlers = (deps: ServerDeps): Handlers['undo'] => {
  const isLong = async (id: number): Promise<boolean> => (await countBatchRecords(deps.db, id)) > MAX_DIRECT_RECORDS;
  return {
    preview: async ({ params: { id }, caller }) => {
      const [batch, is_long] = [await readBatch(deps.db, id), await isLong(id)];
      return { batch, is_long, ...(await (is_long ? forecastUndo : previewUndo)(deps, caller, id)) };
    },
    undo: async ({ params: { id }, body: { overwrite }, caller }) => {
      await readBatch(deps.db, id);
      const request = { batchId: id, overwrite };
      if (!(await isLong(id))) return { ...(await undoBatch(deps, caller, request)), run_id: null };
      return { ...emptyOutcome, run_id: (await startUndo(deps, caller, request)).id };
    },
    run: async ({ params: { id }, query, caller }) => ({
      ...(await requireOwnRun(deps, caller, id)),
      ...(await undoStore.readLog(deps.db, id, query)),
    }),
    cancel: ({ params: { id }, caller }) => cancelUndo(deps, caller, id),
  };
};
