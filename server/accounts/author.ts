import type { BatchDetails, BatchKind } from '#contract/batches.ts';
import type { ServerDeps } from '../http/deps.ts';
import type { Caller, Written } from './session/caller.ts';

export interface Author {
  id: number;
  /** Null unless the change was made while acting as another user. */
  actorId: number | null;
  network: string;
  /** Receives the batch of the write. */
  written?: Written | undefined;
}

export const toAuthor = ({ id, actor, network, written }: Caller): Author => ({
  id,
  actorId: actor?.id ?? null,
  network,
  written,
});

/** For writes on behalf of a caller. Authors can only be created here, so no write can omit the actor. */
export const withAuthor = (deps: ServerDeps, caller: Caller): ServerDeps => ({ ...deps, author: toAuthor(caller) });

/**
 * Describes the batch that a write adds to the history. Without it, a batch is a single save. A write that is part of
 * another, such as putting an image back, belongs to the batch of that one.
 */
export const withBatch = (deps: ServerDeps, kind: BatchKind, details: BatchDetails = {}): ServerDeps => ({
  ...deps,
  batch: deps.batch ?? { kind, details },
});
