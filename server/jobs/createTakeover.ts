import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../db/database.ts';
import { runs } from '../db/schema.ts';
import type { Deps } from '../http/deps.ts';
import { attemptCondition } from './runs.ts';

/** Limits the attempts, so that a run that crashes its process is not resumed forever. */
const MAX_ATTEMPTS = 4;

/** An attempt of one process to carry out a run. */
export interface RunAttempt {
  id: number;
  attempt: number;
}

/** An attempt of this process. */
export interface OwnAttempt {
  stop: () => Promise<void>;
  attempt: number;
}

export interface ResumeRun {
  /** Whether everything needed to resume a run is still there. */
  isPossible: SQL;
  /**
   * Resolves once the run has been resumed.
   * @throws when that is impossible, in which case the run is ended
   */
  carryOn: (deps: Deps, attempt: RunAttempt, signal: AbortSignal) => Promise<unknown>;
}

interface TakeoverEngine {
  name: string;
  resume: ResumeRun | undefined;
  own: (deps: Deps) => Map<number, OwnAttempt>;
  fault: (deps: Deps) => (error: unknown) => null;
  withHeartbeat: (deps: Deps, attempt: RunAttempt, work: () => Promise<unknown>) => Promise<unknown>;
  endRuns: (deps: Deps, which: SQL, ending: { why: 'lost' }) => Promise<unknown>;
}

/** Resumes runs whose processes have died. */
export const createTakeover = ({ name, resume, own, fault, withHeartbeat, endRuns }: TakeoverEngine) => {
  const open = async (deps: Deps, attempt: RunAttempt, carryOn: ResumeRun['carryOn']): Promise<void> => {
    const stopped = new AbortController();
    const begun = withHeartbeat(deps, attempt, () => carryOn(deps, attempt, stopped.signal)).catch(
      async (error: unknown) => {
        own(deps).delete(attempt.id);
        if (stopped.signal.aborted) return;
        fault(deps)(error);
        await endRuns(deps, attemptCondition(attempt.id, attempt.attempt), { why: 'lost' }).catch(fault(deps));
      },
    );
    const stop = async () => {
      stopped.abort(new Error('the server stops'));
      await begun;
    };
    own(deps).set(attempt.id, { stop, attempt: attempt.attempt });
    await begun;
  };
  return {
    /** @returns the ids of the runs that this process now carries out */
    takeOver: async (deps: Deps, which: SQL): Promise<number[]> => {
      if (!resume) return [];
      const claimed = await queryRows<RunAttempt>(
        deps.db,
        sql`update ${runs} set heartbeat_at = now(), attempt = attempt + 1
          where id in (select id from ${runs} where ${which} and attempt < ${MAX_ATTEMPTS} and ${resume.isPossible}
            for update skip locked)
          returning id, attempt`,
      );
      for (const attempt of claimed) deps.backgroundTasks.run(name, () => open(deps, attempt, resume.carryOn));
      return claimed.map(({ id }) => id);
    },
    /** Releases a run, so that any process can take it over. */
    release: async (deps: Deps, { id, attempt }: RunAttempt): Promise<void> => {
      await deps.db.update(runs).set({ heartbeat_at: sql`to_timestamp(0)` }).where(attemptCondition(id, attempt));
    },
  };
};
