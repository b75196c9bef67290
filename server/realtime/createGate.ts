import type { IncomingMessage } from 'node:http';
import type { socketLimits } from '#contract/limits.ts';
import { findNetworkBehindProxies } from '../accounts/session/clientNetwork.ts';
import type { Config } from '../config.ts';

export type SocketLimits = { [N in keyof typeof socketLimits]: number } & {
  /** How long it takes to find out whether a balancer spreads connections, in ms. */
  doubt?: number;
};

interface Connection {
  request: IncomingMessage;
  once: (event: 'close', listener: () => void) => unknown;
  close: (discard?: boolean) => void;
}

type GateSettings = Pick<Config, 'allowedOrigins' | 'publicUrl' | 'proxies'>;

/**
 * Limits connections before they are authenticated, and closes those that never authenticate, so that strangers cannot
 * occupy all sockets.
 */
export const createGate = (config: GateSettings, { perNetwork, toConnect }: SocketLimits) => {
  const openConnections = new Map<string, number>();
  const admittedConnections = new WeakSet<Connection>();
  const getNetwork = ({ headers, socket }: IncomingMessage): string =>
    findNetworkBehindProxies(String(headers['x-forwarded-for'] ?? ''), socket.remoteAddress, config);
  return {
    allowRequest: (request: IncomingMessage, decide: (error: string | null, isAllowed: boolean) => void): void => {
      const isFull = (openConnections.get(getNetwork(request)) ?? 0) >= perNetwork;
      if (isFull) decide('too many connections of this network', false);
      else decide(null, isKnownOrigin(request, config));
    },
    count: (connection: Connection): void => {
      const network = getNetwork(connection.request);
      openConnections.set(network, (openConnections.get(network) ?? 0) + 1);
      // The library's own timeout waits another 30 s for a polling client.
      const timer = setTimeout(() => {
        if (!admittedConnections.has(connection)) connection.close(true);
      }, toConnect).unref();
      connection.once('close', () => {
        clearTimeout(timer);
        const remaining = (openConnections.get(network) ?? 1) - 1;
        if (remaining > 0) openConnections.set(network, remaining);
        else openConnections.delete(network);
      });
    },
    admit: (connection: Connection): void => void admittedConnections.add(connection),
  };
};

/**
 * CORS is not enough: browsers open WebSockets without it, and it does not prevent a request from having an effect. A
 * request without an origin does not come from a page on another site.
 */
const isKnownOrigin = ({ headers }: IncomingMessage, { allowedOrigins, publicUrl }: GateSettings): boolean => {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicUrl || allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
};
