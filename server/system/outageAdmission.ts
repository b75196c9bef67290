import { type Caller, findCaller } from '../accounts/session/caller.ts';
import { verifyAccessToken } from '../accounts/session/tokens.ts';
import { DatabaseUnreachableError, isUnreachable } from '../db/outages.ts';
import type { ServerDeps } from '../http/deps.ts';
import { withTimeout } from '../withTimeout.ts';

/** In ms. The page is read every 15 s, so that whoever watches it stays known. */
const MEMORY_MS = 120_000;
/** In ms; an answer is worth something only while somebody still waits for it. */
const TIMEOUT_MS = 3000;

interface KnownCaller {
  caller: Caller;
  /** In ms, monotonic: a clock set back must not extend the admission. */
  seenAt: number;
}

/**
 * Authenticates calls that have to be answered while the database is away. Whoever made such a call shortly before is
 * then let in by the same access token until it expires, because rights cannot be read.
 */
export const createOutageAdmission = (deps: ServerDeps, isAdmitted: (caller: Caller) => boolean) => {
  const known = new Map<string, KnownCaller>();
  const remember = (authorization: string, caller: Caller | null): void => {
    const seenAt = performance.now();
    for (const [key, entry] of known) if (seenAt - entry.seenAt > MEMORY_MS) known.delete(key);
    if (caller && isAdmitted(caller)) known.set(authorization, { caller, seenAt });
    else known.delete(authorization);
  };
  const recall = (authorization: string): Caller | null => {
    const token = authorization.split(' ')[1] ?? '';
    const entry = known.get(authorization);
    if (!entry || performance.now() - entry.seenAt > MEMORY_MS) return null;
    return verifyAccessToken(token, deps.secrets.access, deps.clock()) && entry.caller;
  };
  return async (authorization = ''): Promise<Caller | null> => {
    try {
      const caller = await withTimeout(findCaller(deps, authorization), TIMEOUT_MS, DatabaseUnreachableError);
      remember(authorization, caller);
      return caller;
    } catch (error) {
      const caller = isUnreachable(error) ? recall(authorization) : null;
      if (!caller) throw error;
      return caller;
    }
  };
};
