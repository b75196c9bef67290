import type { Deps } from '../http/deps.ts';
import type { Caller } from './session/caller.ts';

/** Who writes: the account in whose name, and the person behind it while somebody acts as its owner. */
export interface Author {
  id: number;
  /** Null unless somebody acts as the owner of the account. */
  actorId: number | null;
  /** Where the request came from (`clientNetworkOf`). */
  network: string;
}

export const authorOf = ({ id, actor, network }: Caller): Author => ({ id, actorId: actor?.id ?? null, network });

/** For writes in a caller's name. The only way to name an author, so that no write can leave the actor out. */
export const writingAs = (deps: Deps, caller: Caller): Deps => ({ ...deps, by: authorOf(caller) });
