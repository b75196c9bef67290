import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between the server and its database that can lose what goes over it, or refuse. */
export const openProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let loses = false;
  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', bytes => void (loses || to.write(bytes)));
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
    /** From now on nothing arrives, in either direction; connections stay. */
    lose: () => void (loses = true),
    /** Connections are refused, and those that there are break. */
    refuse: async () => {
      const closed = new Promise(resolve => server.close(resolve));
      cut();
      await closed;
    },
    /** Lets everything through again; what was lost stays lost. */
    mend: async () => {
      loses = false;
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
