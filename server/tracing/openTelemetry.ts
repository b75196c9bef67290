import {
  isSpanContextValid,
  type Span as RecordedSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { BUILD } from '#contract/limits.ts';
import type { TracesConfig } from '../config.ts';
import { findSqlState } from '../db/violations.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Span, SpanOptions, Tracing } from './span.ts';

/** In ms. A collector that does not answer must not hold up a server that stops. */
const CLOSE_TIMEOUT_MS = 2000;

const spanKinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
} as const;

/**
 * Traces by the SDK of OpenTelemetry. Nothing is registered globally: a process may run several servers, and the current
 * span is kept in our own work context.
 */
export const createOpenTelemetry = (config: TracesConfig, log: Log): Tracing => {
  const exporter = new OTLPTraceExporter({ url: config.url, headers: config.headers });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': BUILD }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.ratio) }),
    spanProcessors: [new BatchSpanProcessor(reportOutages(exporter, log))],
  });
  const tracer = provider.getTracer('vitrina');

  const toSpan = (recorded: RecordedSpan): Span => {
    const { traceId, spanId } = recorded.spanContext();
    return {
      traceId,
      spanId,
      startChild: (name, options = {}) =>
        toSpan(tracer.startSpan(name, toSpanOptions(options), trace.setSpan(ROOT_CONTEXT, recorded))),
      rename: name => void recorded.updateName(name),
      setAttributes: attributes => void recorded.setAttributes(attributes),
      fail: error => {
        recorded.setAttribute('error.type', getErrorType(error));
        recorded.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: () => recorded.end(),
    };
  };
  return {
    startTrace: (name, { traceparent = '', cause, ...options } = {}) => {
      const parent = parseTraceparent(traceparent);
      const recorded = tracer.startSpan(
        name,
        { ...toSpanOptions(options), links: cause ? [{ context: toSpanContext(cause) }] : [] },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
      return recorded.isRecording() ? toSpan(recorded) : undefined;
    },
    close: () =>
      withTimeout(provider.shutdown(), CLOSE_TIMEOUT_MS).catch((error: unknown) =>
        log.error('the last traces were not delivered', error),
      ),
  };
};

const toSpanOptions = ({ kind, attributes = {} }: SpanOptions) => ({
  kind: kind ? spanKinds[kind] : SpanKind.INTERNAL,
  attributes,
});

const toSpanContext = ({ traceId, spanId }: Span): SpanContext => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

/** The parent that the header names (W3C Trace Context, version 00), or null. */
const parseTraceparent = (header: string): SpanContext | null => {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : null;
};

const getErrorType = (error: unknown): string =>
  findSqlState(error) ?? (error instanceof Error ? error.name : typeof error);

/**
 * Logs when deliveries begin to fail and when they succeed again, since the SDK is silent about both. The spans of a
 * failed delivery are lost.
 */
const reportOutages = (exporter: SpanExporter, log: Log): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, result => {
        if (result.error && !isFailing) log.error('traces are not delivered', result.error);
        if (!result.error && isFailing) log.info('traces are delivered again');
        isFailing = result.error !== undefined;
        onResult(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};
