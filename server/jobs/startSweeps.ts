import type { RunKind } from '../db/runsSchema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { listenForWaitingRuns } from './createTakeover.ts';
import { HEARTBEAT_INTERVAL_MS, SWEEP_INTERVAL_MS } from './takeoverTimes.ts';

interface Sweep {
  kind: RunKind;
  /** Takes over the runs of dead processes. Never rejects. @returns whether the database answered */
  takeOver: () => Promise<boolean>;
  /** Follows a takeover, and may take long unless the server stops. Never rejects. */
  maintain: () => Promise<unknown>;
}

/**
 * Looks for runs of dead processes, regularly and whenever a run is left.
 * @returns a function that ends this. It resolves when none is under way, since each may begin an attempt
 */
export const startSweeps = (deps: ServerDeps, { kind, takeOver, maintain }: Sweep): (() => Promise<void>) => {
  const sweeps = new Set<Promise<unknown>>();
  let failedAt = Number.NEGATIVE_INFINITY;
  const sweep = async () => {
    // During an outage of the database no process sends heartbeats, so each gets the time to send the next ones.
    if (performance.now() - failedAt < 2 * HEARTBEAT_INTERVAL_MS) return;
    if (!(await takeOver())) failedAt = performance.now();
    await maintain();
  };
  const sweepOnce = () => {
    const sweeping = sweep().finally(() => sweeps.delete(sweeping));
    sweeps.add(sweeping);
  };
  const timer = setInterval(sweepOnce, SWEEP_INTERVAL_MS).unref();
  const stopListening = listenForWaitingRuns(deps, kind, sweepOnce);
  return async () => {
    clearInterval(timer);
    stopListening();
    await Promise.all(sweeps);
  };
};
