import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Tracing } from './span.ts';

/** Loads the SDK only if the operator has set the address of a collector, since it takes time and memory. */
export const createTracing = async ({ traces }: Pick<Config, 'traces'>, log: Log): Promise<Tracing | undefined> => {
  if (!traces) return undefined;
  const { createOpenTelemetry } = await import('./openTelemetry.ts');
  return createOpenTelemetry(traces, log);
};
