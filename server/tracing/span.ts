import { getWorkContext, runInWorkContext } from '../workContext.ts';

type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** What the span is to its caller; `internal` if absent. */
  kind?: 'server' | 'client' | 'consumer' | 'producer';
  /** Nothing personal, no secret and no value that a user has typed: collectors keep and show what they get. */
  attributes?: SpanAttributes;
}

/** A part of a trace that is being recorded. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  startChild: (name: string, options?: SpanOptions) => Span;
  rename: (name: string) => void;
  setAttributes: (attributes: SpanAttributes) => void;
  /** Marks the span as failed. Only the error's type is recorded, since its message may contain data. */
  fail: (error: unknown) => void;
  end: () => void;
}

interface TraceOptions extends SpanOptions {
  /** The header of that name, whose trace is continued. */
  traceparent?: string | undefined;
  /** What has caused the trace without waiting for it. */
  cause?: Span | undefined;
}

/** Present only if the operator has set the address of a collector. */
export interface Tracing {
  /** @returns undefined if the sampling leaves the trace out; then nothing below it is recorded either */
  startTrace: (name: string, options?: TraceOptions) => Span | undefined;
  /** Delivers what has been recorded, within a limit. */
  close: () => Promise<void>;
}

/**
 * Records an operation as a part of the current trace. Outside of a trace, such as while traces are off, it only runs
 * the operation.
 */
export const inSpan = <T>(name: string, options: SpanOptions, operation: () => Promise<T>): Promise<T> => {
  const { span } = getWorkContext();
  return span ? record(span.startChild(name, options), operation) : operation();
};

/** Records an operation as a trace of its own. */
export const inTrace = <T>(
  tracing: Tracing | undefined,
  name: string,
  options: TraceOptions,
  operation: () => Promise<T>,
): Promise<T> => {
  if (!tracing) return operation();
  const span = tracing.startTrace(name, options);
  return span ? record(span, operation) : runInWorkContext({ span }, operation);
};

const record = async <T>(span: Span, operation: () => Promise<T>): Promise<T> => {
  try {
    // Awaited within the context, since a statement of drizzle is sent only when it is awaited.
    return await runInWorkContext({ span }, async () => await operation());
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
};
