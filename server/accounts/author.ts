import type { ServerDeps } from '../http/deps.ts';
import type { Caller } from './session/caller.ts';

export interface Author {
  id: number;
  /** Null unless the change was made while acting as another user. */
  actorId: number | null;
  network: string;
}

export const toAuthor = ({ id, actor, network }: Caller): Author => ({ id, actorId: actor?.id ?? null, network });

/** For writes on behalf of a caller. This is the only way to create an author, so no write can omit the actor. */
export const withAuthor = (deps: ServerDeps, caller: Caller): ServerDeps => ({ ...deps, author: toAuthor(caller) });
