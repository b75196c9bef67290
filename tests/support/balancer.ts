import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Between two questions whether a server is ready, in ms; the page about operation names it. */
const HEALTH_INTERVAL_MS = 2000;

interface Upstream {
  /** Keeps connections open, as balancers do: a request on one that the server is closing would be lost. */
  agent: Agent;
  isReady: boolean;
  check: NodeJS.Timeout;
}

export interface Balancer {
  address: string;
  /** Also sends requests to this server while it is ready. */
  add: (server: string) => Promise<void>;
  remove: (server: string) => void;
  isReady: (server: string) => boolean;
  /** How many requests each server was sent, also those that were removed. */
  countRequests: () => Record<string, number>;
  close: () => void;
}

/**
 * Sends each request to the next one of the servers that are ready. It repeats none, so a request that no server takes
 * is lost: its answer is a 502 with the cause, or a 503 if no server is ready.
 */
export const openBalancer = async (): Promise<Balancer> => {
  const upstreams = new Map<string, Upstream>();
  const counts: Record<string, number> = {};
  let turn = 0;
  const http = createServer((incoming, outgoing) => {
    const ready = [...upstreams].filter(([, { isReady }]) => isReady);
    const [server, upstream] = ready[turn++ % ready.length] ?? [];
    if (!server || !upstream) return void outgoing.writeHead(503).end('no server is ready');
    counts[server] = (counts[server] ?? 0) + 1;
    forward(server, upstream.agent, incoming, outgoing);
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const remove = (server: string): void => {
    const upstream = upstreams.get(server);
    clearInterval(upstream?.check);
    upstream?.agent.destroy();
    upstreams.delete(server);
  };
  return {
    address: `http://127.0.0.1:${port}`,
    add: async server => {
      const agent = new Agent({ keepAlive: true });
      const update = async () => {
        upstream.isReady = await isReady(server);
      };
      const upstream = { agent, isReady: await isReady(server), check: setInterval(update, HEALTH_INTERVAL_MS) };
      upstreams.set(server, upstream);
    },
    remove,
    isReady: server => upstreams.get(server)?.isReady ?? false,
    countRequests: () => ({ ...counts }),
    close: () => {
      for (const server of upstreams.keys()) remove(server);
      http.close();
      http.closeAllConnections();
    },
  };
};

const isReady = async (server: string): Promise<boolean> => {
  try {
    const { status } = await fetch(`${server}/api/health/ready`, { signal: AbortSignal.timeout(HEALTH_INTERVAL_MS) });
    return status === 200;
  } catch {
    return false;
  }
};

const forward = (server: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const { method, headers, socket } = incoming;
  const above = request(
    new URL(incoming.url ?? '/', server),
    { agent, method, headers: { ...headers, 'X-Forwarded-For': socket.remoteAddress } },
    answer => {
      // The server's word on its own connection says nothing about that to the client.
      const { connection: _connection, 'keep-alive': _keepAlive, ...passed } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, passed);
      // What was cut off must not look complete.
      answer.once('error', () => outgoing.destroy()).pipe(outgoing);
    },
  );
  above.once('error', error => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(error.message);
  });
  incoming.pipe(above);
};
