import { afterEach, beforeEach } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { createTracing } from '#server/tracing/createTracing.ts';
import type { Tracing } from '#server/tracing/span.ts';
import { traceStatements } from '#server/tracing/traceStatements.ts';
import { type Collector, type ReceivedSpan, startCollector } from './collector.ts';
import type { TestServer } from './server.ts';

const tracedDatabases = new WeakSet<ServerDeps['db']>();
/** Servers are shared by the tests of a worker, and a database is recorded once. */
const recordDatabase = ({ db }: Pick<ServerDeps, 'db'>): void => {
  if (!tracedDatabases.has(db)) traceStatements(db);
  tracedDatabases.add(db);
};

/** An app whose traces go to a collector. `spans` delivers what has been recorded first. */
export const useTraces = (server: () => TestServer) => {
  let collector: Collector;
  const opened: Tracing[] = [];
  beforeEach(async () => {
    collector = await startCollector();
  });
  afterEach(async () => {
    server().deps.tracing = undefined;
    await collector.close();
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });
  const start = async (environment: Record<string, string> = {}, overrides: Partial<ServerDeps> = {}) => {
    const { traces } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, ...environment });
    const log = overrides.log ?? server().deps.log;
    const tracing = await createTracing({ traces }, log);
    if (!tracing) throw new Error('the traces are off');
    opened.push(tracing);
    recordDatabase(server().deps);
    server().deps.tracing = tracing;
    // Another object for the same database, since statements that were prepared before it was recorded are cached for it.
    const db = Object.create(server().deps.db) as ServerDeps['db'];
    const deps: ServerDeps = { ...server().deps, db, ...overrides, tracing };
    const spans = async () => {
      await tracing.close();
      return collector.spans();
    };
    return { deps, app: createApp(deps), tracing, spans };
  };
  return { start, collector: () => collector };
};

export const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find(span => span.name === name);
  if (!found) throw new Error(`no span ${name} among ${spans.map(span => span.name).join(', ')}`);
  return found;
};
export const childrenOf = (spans: readonly ReceivedSpan[], { spanId }: ReceivedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId);
