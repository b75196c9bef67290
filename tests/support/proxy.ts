import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between the server and its database that can drop data or refuse connections. */
export const openProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let loses = false;
  let confirmsEnds = true;
  let delay = 0;
  let lostCount = 0;
  const server = createServer({ allowHalfOpen: true }, near => {
    near.on('end', () => confirmsEnds && near.end());
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      let waiting = Promise.resolve();
      from.on('data', bytes => {
        if (loses) {
          lostCount += 1;
          return;
        }
        waiting = waiting.then(async () => {
          if (delay > 0) await sleep(delay);
          to.write(bytes);
        });
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const port = await listening(server, 0);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    /** Drops all data in both directions while connections stay open. */
    lose: () => void (loses = true),
    /** How often data was dropped. */
    countLost: () => lostCount,
    /** Also leaves open what the server closes. */
    hang: () => {
      loses = true;
      confirmsEnds = false;
    },
    /** Closes existing connections and refuses new ones. */
    refuse: async () => {
      const closed = new Promise(resolve => server.close(resolve));
      cut();
      await closed;
    },
    /** Holds all data back in both directions, by so many ms. */
    slow: (ms: number) => void (delay = ms),
    /** Forwards everything again; dropped data stays lost. */
    mend: async () => {
      loses = false;
      confirmsEnds = true;
      delay = 0;
      if (!server.listening) await listening(server, port);
    },
    close: () => {
      server.close();
      cut();
    },
  };
};

const listening = (server: Server, port: number): Promise<number> =>
  new Promise(resolve => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
