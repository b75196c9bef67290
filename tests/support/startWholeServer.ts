import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { startServer } from '#server/startServer.ts';

/** Keeps the global `Request` and `Response`, which a server replaces, for the tests that run after this one. */
export const startWholeServer = async (
  config: Config,
  log: Log,
  onUnusable: Parameters<typeof startServer>[2] = () => {},
): ReturnType<typeof startServer> => {
  const { Request, Response } = globalThis;
  try {
    return await startServer(config, log, onUnusable);
  } finally {
    for (const [name, value] of Object.entries({ Request, Response }))
      Object.defineProperty(globalThis, name, { value });
  }
};
