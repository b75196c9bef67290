import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Item {
  type: string;
  payload: Record<string, unknown>;
}

export interface ReportedError {
  value: string;
  event: Record<string, unknown>;
}

/** A fake Sentry, which shows what actually leaves the browser. */
export interface Receiver {
  dsn: string;
  /** Address that reports go to, as it appears in the pages' policy. */
  envelopes: string;
  bodies: string[];
  items: () => Item[];
  errors: () => ReportedError[];
  close: () => void;
}

export const openReceiver = async (): Promise<Receiver> => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const items = () => bodies.flatMap(itemsIn);
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@${host}/42`,
    envelopes: `http://${host}/api/42/envelope/`,
    bodies,
    items,
    errors: () =>
      items()
        .filter(({ type }) => type === 'event')
        .map(({ payload }) => ({ value: valueOf(payload), event: payload })),
    close: () => server.close(),
  };
};

/** The items of an envelope (Sentry's format): one header line, then a header and a payload line per item. */
const itemsIn = (body: string): Item[] => {
  const [, ...lines] = body.split('\n').filter(Boolean);
  return lines.flatMap((line, at) => {
    if (at % 2 === 1) return [];
    const { type } = JSON.parse(line) as { type: string };
    return [{ type, payload: JSON.parse(lines[at + 1] ?? '{}') as Record<string, unknown> }];
  });
};

const valueOf = (event: Record<string, unknown>): string => {
  const { values } = event['exception'] as { values: { value: string }[] };
  return values.at(-1)?.value ?? '';
};
