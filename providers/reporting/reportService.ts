import {
  browserTracingIntegration,
  captureException,
  type Event,
  init,
  makeFetchTransport,
  withScope,
} from '@sentry/react';
import { MAX_REPORTED_BODY_LENGTH, RELEASE, TRACE_SAMPLE_RATE } from '#contract/limits.ts';
import { scrub } from '#contract/scrub.ts';
import { ApiError } from '../http/errors.ts';
import { isIgnored, type SendReport } from './reporter.ts';

type Transport = ReturnType<typeof makeFetchTransport>;

/**
 * Scrubs everything that Sentry sends (errors, breadcrumbs, traces) at the transport, so that no integration can bypass
 * it.
 */
const createScrubbingTransport = (options: Parameters<typeof makeFetchTransport>[0]): Transport => {
  const transport = makeFetchTransport(options);
  return {
    ...transport,
    send: envelope => {
      const scrubbedEnvelope = scrub(envelope);
      for (const [, payload] of scrubbedEnvelope[1]) truncateBodies(payload as Event);
      return transport.send(scrubbedEnvelope);
    },
  };
};

/** §9: applied last, since scrubbing can lengthen a body. */
const truncateBodies = ({ contexts }: Event): void => {
  for (const [name, body] of Object.entries(contexts?.['bodies'] ?? {}))
    if (typeof body === 'string' && contexts?.['bodies'])
      contexts['bodies'][name] = body.slice(0, MAX_REPORTED_BODY_LENGTH);
};

/** Starts Sentry with a DSN; loaded only if one is configured (§9: release, sampling). */
export const startErrorReporting = (address: string): SendReport => {
  init({
    dsn: address,
    release: RELEASE,
    tracesSampleRate: TRACE_SAMPLE_RATE,
    // No tracing headers on API requests: a cross-origin API would have to allow them in CORS.
    tracePropagationTargets: [],
    integrations: [browserTracingIntegration()],
    transport: createScrubbingTransport,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    beforeSend: (event, { originalException }) => (isIgnored(originalException) ? null : event),
  });
  return (error, { source, componentStack, sent, received }, timestamp) =>
    withScope(scope => {
      scope.addEventProcessor(event => ({ ...event, timestamp: timestamp / 1000 }));
      if (source) scope.setTag('place', source);
      if (componentStack) scope.setContext('react', { componentStack });
      if (error instanceof ApiError) scope.setContext('call', buildCallContext(error));
      scope.setContext('bodies', { sent: serializeBody(sent), received: serializeBody(received) });
      captureException(error);
    });
};

const buildCallContext = ({ endpoint, kind, status, field, requestId }: ApiError) => ({
  endpoint,
  kind,
  status,
  field,
  requestId,
});

/** Scrubs the body before it is serialized, because field names can no longer be matched afterwards. */
const serializeBody = (body: unknown): string | undefined => {
  const scrubbedBody = scrub(body);
  return typeof scrubbedBody === 'string' ? scrubbedBody : JSON.stringify(scrubbedBody);
};
