import { getChangeReadAccess } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import {
  readCurrentDraft,
  readCurrentDrafts,
  readDraftChanges,
  readHistory,
  readManagers,
  readRecordChanges,
} from '../drafts/readDrafts.ts';
import { revertChange } from '../drafts/revertChange.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';

/**
 * Drafts and their history (§7, contract 3). Changes are filtered by the caller's permissions, so that history does not
 * reveal what other screens hide.
 */
export const draftHandlers = (deps: ServerDeps): Handlers['drafts'] => {
  const { db } = deps;
  return {
    currentHeader: async ({ caller }) => ({ draft: await readCurrentDraft(db, caller.id) }),
    allCurrents: async ({ caller }) => ({ items: await readCurrentDrafts(db, caller) }),
    history: ({ query, caller }) => readHistory(db, caller, query),
    managers: () => readManagers(db),
    ofRecord: async ({ query, caller }) => {
      if (!isAllowed(getChangeReadAccess(query.entity), caller.grantedSlugs)) throw new ApiFailure('forbidden');
      return readRecordChanges(db, caller, query);
    },
    changes: async ({ params, query, caller }) => {
      const draftChanges = await readDraftChanges(db, caller, params.id, query);
      if (!draftChanges) throw new ApiFailure('notFound');
      return draftChanges;
    },
    revert: async ({ params, body, caller }) => {
      await revertChange(deps, caller, params.id, body);
      return null;
    },
  };
};
