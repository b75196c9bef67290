import { MAX_DIRECT_RECORDS } from '#contract/undo.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { countBatchRecords, readBatch } from '../undo/readBatch.ts';
import { previewUndo, undoBatch } from '../undo/undoBatch.ts';

export const undoHandlers = (deps: ServerDeps): Handlers['undo'] => ({
  preview: async ({ params: { id }, caller }) => ({
    batch: await readBatch(deps.db, id),
    is_long: (await countBatchRecords(deps.db, id)) > MAX_DIRECT_RECORDS,
    ...(await previewUndo(deps, caller, id)),
  }),
  undo: async ({ params: { id }, body, caller }) => ({
    ...(await undoBatch(deps, caller, { batchId: id, overwrite: body.overwrite })),
    run_id: null,
  }),
});
