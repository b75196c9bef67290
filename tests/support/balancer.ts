import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Between two questions whether a server accepts requests, in ms; the page about operation names it. */
const HEALTH_INTERVAL_MS = 2000;

interface Upstream {
  /** Keeps connections open, as balancers do: a request on one that the server is closing would be lost. */
  agent: Agent;
  isAccepting: boolean;
  check: NodeJS.Timeout;
}

export interface Balancer {
  address: string;
  /** Also sends requests to this server while it accepts them. */
  add: (server: string) => Promise<void>;
  remove: (server: string) => void;
  isAccepting: (server: string) => boolean;
  /** How many requests each server was sent, also those that were removed. */
  countRequests: () => Record<string, number>;
  close: () => void;
}

/**
 * Sends each request to the next one of the servers that accept any. It repeats none, so a request that no server takes
 * is lost: its answer is a 502 with the cause, or a 503 if no server accepts any.
 */
export const openBalancer = async (): Promise<Balancer> => {
  const upstreams = new Map<string, Upstream>();
  const counts: Record<string, number> = {};
  let turn = 0;
  const http = createServer((incoming, outgoing) => {
    const accepting = [...upstreams].filter(([, { isAccepting }]) => isAccepting);
    const [server, upstream] = accepting[turn++ % accepting.length] ?? [];
    if (!server || !upstream) return void outgoing.writeHead(503).end('no server accepts requests');
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
        upstream.isAccepting = await isAccepting(server);
      };
      const upstream = {
        agent,
        isAccepting: await isAccepting(server),
        check: setInterval(update, HEALTH_INTERVAL_MS),
      };
      upstreams.set(server, upstream);
    },
    remove,
    isAccepting: server => upstreams.get(server)?.isAccepting ?? false,
    countRequests: () => ({ ...counts }),
    close: () => {
      for (const server of upstreams.keys()) remove(server);
      http.close();
      http.closeAllConnections();
    },
  };
};

const isAccepting = async (server: string): Promise<boolean> => {
  try {
    const { status } = await fetch(`${server}/api/health/accepting`, {
      signal: AbortSignal.timeout(HEALTH_INTERVAL_MS),
    });
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
