import type { RunKind } from '../db/runsSchema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { listenForWaitingRuns } from './createTakeover.ts';
import { HEARTBEAT_INTERVAL_MS, SWEEP_INTERVAL_MS } from './takeoverTimes.ts';

interface Sweep {
  kind: RunKind;
  /** Takes over the runs of dead processes. Never rejects. @returns whether the database answered */
  takeOver: () => Promise<boolean>;
  /** Follows a takeover and the start, and may take long unless the server stops. Never rejects. */
  maintain: () => Promise<unknown>;
}

/**
 * Looks for runs of dead processes, regularly and whenever a run is left. Starts with the upkeep that they left.
 * @returns a function that ends this. It resolves once no sweep or upkeep is in progress, because both use the database
 * and a sweep may begin an attempt
 */
export const startSweeps = (deps: ServerDeps, { kind, takeOver, maintain }: Sweep): (() => Promise<void>) => {
  const inProgress = new Set<Promise<unknown>>();
  let failedAt = Number.NEGATIVE_INFINITY;
  const sweep = async () => {
    // During an outage of the database no process sends heartbeats, so each gets the time to send the next ones.
    if (performance.now() - failedAt < 2 * HEARTBEAT_INTERVAL_MS) return;
    if (!(await takeOver())) failedAt = performance.now();
    await maintain();
  };
  const track = (work: Promise<unknown>) => {
    const tracked = work.finally(() => inProgress.delete(tracked));
    inProgress.add(tracked);
  };
  const sweepOnce = () => track(sweep());
  const timer = setInterval(sweepOnce, SWEEP_INTERVAL_MS).unref();
  const stopListening = listenForWaitingRuns(deps, kind, sweepOnce);
  // Not awaited, so that a long cleanup does not delay the start of the server.
  track(maintain());
  return async () => {
    clearInterval(timer);
    stopListening();
    await Promise.all(inProgress);
  };
};
