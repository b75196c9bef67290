import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  links: { traceId: string; spanId: string }[];
  status: { code: number };
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: OtlpSpan['attributes'] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

export interface ReceivedSpan extends Omit<OtlpSpan, 'attributes' | 'status'> {
  attributes: Record<string, unknown>;
  isFailed: boolean;
}

export interface Collector {
  address: string;
  /** Whole requests as they were received: headers and body. */
  received: { path: string; headers: Record<string, unknown>; body: string }[];
  spans: () => ReceivedSpan[];
  resource: () => Record<string, unknown>;
  /** How the next requests are answered; `null` leaves them without an answer. */
  answerWith: (status: number | null) => void;
  close: () => Promise<void>;
}

const toRecord = (attributes: OtlpSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of traces (OTLP as JSON over HTTP), which keeps what it gets. */
export const startCollector = async (): Promise<Collector> => {
  const received: Collector['received'] = [];
  let status: number | null = 200;
  const answer = (response: ServerResponse) => {
    if (status === null) return;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end('{}');
  };
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    received.push({ path: request.url ?? '', headers: request.headers, body });
    answer(response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const bodies = () => received.map(({ body }) => JSON.parse(body) as OtlpBody);
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received,
    spans: () =>
      bodies()
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ attributes, status: { code }, ...span }) => ({
          ...span,
          attributes: toRecord(attributes),
          isFailed: code === 2,
        })),
    resource: () => toRecord(bodies()[0]?.resourceSpans[0]?.resource.attributes ?? []),
    answerWith: next => {
      status = next;
    },
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
};
