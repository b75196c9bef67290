import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { ServerDeps } from './deps.ts';

/** Whether the process is being stopped, so that requests should go to another one. */
export interface Draining {
  hasBegun: boolean;
}

/** In ms. */
export const drainTimes = {
  /**
   * From the signal to stop: enough for most uploads and downloads, yet a client that hangs cannot prevent the end. Of
   * the 30 s after which systemd and containers kill the process, the rest is for jobs and the database.
   */
  grace: 20_000,
  /**
   * Of the grace. New requests are still answered for so long, until a balancer that asks every 2 s has found out that
   * the process is not ready.
   */
  notice: 5000,
  /** A browser also keeps connections without any request, and one whose network is gone never confirms an end. */
  silence: 1000,
};

interface DrainOptions {
  /** Called when no new connections are accepted any more, so that clients connect to another process. */
  closeSockets: () => Promise<void> | undefined;
  times?: typeof drainTimes;
}

/** @returns a function that stops the HTTP server, but lets requests in progress finish */
export const prepareDrain = (
  http: Server,
  { draining, config }: Pick<ServerDeps, 'draining' | 'config'>,
  { closeSockets, times = drainTimes }: DrainOptions,
): (() => Promise<void>) => {
  const connections = trackConnections(http, draining);
  return async () => {
    draining.hasBegun = true;
    connections.closeAfterAnswers();
    const deadline = setTimeout(connections.destroyAll, times.grace);
    if (mayHaveSubstitutes(config) && http.listening) await sleep(times.notice);
    const closed = new Promise<void>(resolve => (http.listening ? http.once('close', () => resolve()) : resolve()));
    http.close();
    const check = setInterval(connections.destroyIdle, times.silence);
    await Promise.all([closeSockets(), closed]);
    clearInterval(check);
    clearTimeout(deadline);
  };
};

/** Whether a balancer may send requests to other processes instead. */
export const mayHaveSubstitutes = ({ proxies, databaseUrl, roles }: Config): boolean =>
  proxies > 0 && databaseUrl !== undefined && roles.includes('web');

/** Node closes neither connections that have had no request yet nor those of websockets. */
const trackConnections = (http: Server, draining: Draining) => {
  const sockets = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  http.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Before the application's own listener, which may answer at once.
  http.prependListener('request', (_request, response) => {
    if (draining.hasBegun) closeAfter(response);
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  return {
    closeAfterAnswers: () => responses.forEach(closeAfter),
    destroyIdle: () => {
      const busy = new Set([...responses].map(({ socket }) => socket));
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
    },
    destroyAll: () => sockets.forEach(socket => socket.destroy()),
  };
};

const closeAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};
