import type { LogItem } from '#contract/importing.ts';
import { withAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { withPause } from '../db/batchPace.ts';
import type { Database } from '../db/database.ts';
import { announceDraft, type BatchDescription } from '../drafts/author.ts';
import type { ServerDeps } from '../http/deps.ts';
import { commit } from '../records/commit.ts';
import { announceChanges, type PendingChanges } from '../records/recordChanges.ts';
import { importedResource } from '../table/importable.ts';
import type { Announcer } from './announcer.ts';
import { computeProgress, type RunState } from './batch.ts';

/** Minimum interval between events about the importing user's draft, in ms, because each part adds to it. */
const DRAFT_ANNOUNCE_INTERVAL_MS = 1000;

interface WrittenPart {
  state: RunState;
  items: LogItem[];
}

export type PartWriter = <Part extends WrittenPart>(
  operation: (tx: Database, changes: PendingChanges) => Promise<Part>,
) => Promise<Part>;

/** Writes the parts of a run, each in a transaction of its own with a pause after it, and announces them. */
export const createPartWriter = (
  deps: ServerDeps,
  { caller, announce, batch }: { caller: Caller; announce: Pick<Announcer, 'update'>; batch: BatchDescription },
): PartWriter => {
  let announcedAt = 0;
  return operation =>
    withPause(deps, async () => {
      await deps.requireRoom?.();
      const { result, changes } = await commit({ ...withAuthor(deps, caller), batch }, operation);
      // Product lists are notified only once, at the end, because they would otherwise reload for every part.
      changes.changesByResource.delete(importedResource);
      await announceChanges(deps, changes);
      announce.update(computeProgress(result.state), result.items, result.state.counts);
      if (performance.now() - announcedAt >= DRAFT_ANNOUNCE_INTERVAL_MS) {
        announceDraft(deps, caller.id);
        announcedAt = performance.now();
      }
      return result;
    });
};
