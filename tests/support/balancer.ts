import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

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
 * Sends each request to the next one of the servers that accept any, or by its cookie always to the same one. It repeats none, so a request that no server takes
 * is lost: its answer is a 502 with the cause, or a 503 if no server accepts any.
 */
export const openBalancer = async (): Promise<Balancer> => {
  const upstreams = new Map<string, Upstream>();
  const counts: Record<string, number> = {};
  let turn = 0;
  const choose = (incoming: IncomingMessage) => {
    const accepting = [...upstreams].filter(([, { isAccepting }]) => isAccepting);
    const [server, upstream] = accepting[(findTurn(incoming) ?? turn++) % accepting.length] ?? [];
    if (server) counts[server] = (counts[server] ?? 0) + 1;
    return server && upstream && { server, agent: upstream.agent };
  };
  const http = createServer((incoming, outgoing) => {
    const chosen = choose(incoming);
    if (chosen) forward(chosen.server, chosen.agent, incoming, outgoing);
    else outgoing.writeHead(503).end('no server accepts requests');
  });
  http.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const chosen = choose(incoming);
    if (chosen) connectThrough(chosen.server, incoming, socket, head);
    else socket.destroy();
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

/** @returns the number of the server for a browser that has the cookie, which is the same while no server comes or goes */
const findTurn = ({ headers }: IncomingMessage): number | undefined => {
  const cookie = /vitrina_server=([\w-]+)/.exec(headers.cookie ?? '')?.[1];
  return cookie === undefined ? undefined : Number.parseInt(cookie.slice(0, 8), 16);
};

const connectThrough = (server: string, { url, headers }: IncomingMessage, socket: Socket, head: Buffer): void => {
  const { hostname, port } = new URL(server);
  const above = connect(Number(port), hostname, () => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    above.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}X-Forwarded-For: ${socket.remoteAddress}\r\n\r\n`);
    above.write(head);
    socket.pipe(above).pipe(socket);
  });
  for (const [end, other] of [
    [socket, above],
    [above, socket],
  ] as const)
    end.on('error', () => undefined).once('close', () => other.destroy());
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
