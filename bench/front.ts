import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** The proxy that browsers connect to; both sides go through one, so that its cost cancels out. */
export interface Front {
  origin: string;
  close: () => void;
}

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

export const openFront = (server: string, folder?: string): Promise<Front> => {
  const files = new Map<string, Buffer>(
    folder
      ? readdirSync(folder).map(name => [`/${name}`, brotliCompressSync(readFileSync(join(folder, name)))] as const)
      : [],
  );
  const http = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', server).pathname;
    if (files.size === 0 || path.startsWith('/api/')) return pass(server, incoming, outgoing);
    const name = files.has(path) ? path : '/index.html';
    outgoing.writeHead(200, { 'Content-Type': types[extname(name)] ?? '', 'Content-Encoding': 'br' });
    outgoing.end(files.get(name));
  });
  return new Promise(resolve => {
    http.listen(0, '127.0.0.1', () => {
      const { port } = http.address() as AddressInfo;
      resolve({ origin: `http://127.0.0.1:${port}`, close: () => http.closeAllConnections() });
    });
  });
};

const pass = (server: string, incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const { method, headers } = incoming;
  const above = request(new URL(incoming.url ?? '/', server), { method, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  above.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(above);
};
