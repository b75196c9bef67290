import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to a server that can be cut. */
export interface Wire {
  address: string;
  /** Cuts every connection that stands; new ones go through. */
  cut: () => void;
  close: () => void;
}

/** Lays a wire to the server at an address. */
export const layWire = async (target: string): Promise<Wire> => {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => undefined).on('close', () => open.delete(end));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const close = () => {
    cut();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut, close };
};
