import { toAuthor } from '../accounts/author.ts';
import { changeHistorySettings, readHistorySettings } from '../batches/historySettings.ts';
import { readBatchChanges, readBatchesOfRecord } from '../batches/readBatchChanges.ts';
import { readAuthors, readBatches, readDays, requireBatch } from '../batches/readBatches.ts';
import { compareVersion, putBackVersion } from '../batches/versions.ts';
import { canSeeEntity } from '../drafts/visibleChanges.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';

/** The history by batch. As in drafts, users see only what they may see elsewhere. */
export const batchHandlers = (deps: ServerDeps): Handlers['batches'] => {
  const { db } = deps;
  return {
    list: ({ query, caller }) => readBatches(db, caller, query),
    days: ({ query, caller }) => readDays(db, caller, query),
    people: () => readAuthors(db),
    ofRecord: async ({ query, caller }) => {
      if (!canSeeEntity(query.entity, caller)) throw new ApiFailure('forbidden');
      return readBatchesOfRecord(db, caller, query);
    },
    read: ({ params, caller }) => requireBatch(db, caller, params.id),
    changes: async ({ params, query, caller }) => {
      await requireBatch(db, caller, params.id);
      return readBatchChanges(db, caller, params.id, query);
    },
    compare: ({ params, query: { entity, record_id }, caller }) =>
      compareVersion(db, caller, { batchId: params.id, entity, record_id }),
    putBack: async ({ params, body, caller }) => {
      await putBackVersion(deps, caller, params.id, body);
      return null;
    },
  };
};

export const historySettingsHandlers = (deps: ServerDeps): Handlers['historySettings'] => ({
  read: () => readHistorySettings(deps.db),
  change: ({ body, caller }) => changeHistorySettings(deps, toAuthor(caller), body),
});
