import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { createApp } from '#server/http/app.ts';
import { createListener, type ListenerOptions } from '#server/http/listener.ts';

/** Lets apps listen on real ports until the test ends. */
export const useListeners = () => {
  const opened: Server[] = [];
  afterEach(() => {
    for (const http of opened.splice(0)) {
      http.closeAllConnections();
      http.close();
    }
  });
  return async (app: ReturnType<typeof createApp>, options: ListenerOptions = {}): Promise<Server> => {
    const http = createListener(app, { ...options, overrideGlobalObjects: false });
    opened.push(http);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return http;
  };
};

export const portOf = (http: Server): number => (http.address() as AddressInfo).port;
