import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A wire to a server that can be cut. */
export interface Wire {
  address: string;
  /** Cuts every connection that stands; new ones go through. */
  cut: () => void;
  /**
   * How many socket.io clients have changed over to a websocket. Cut before, one notices only when its pings stay
   * unanswered, three quarters of a minute later.
   */
  upgraded: () => number;
  close: () => void;
}

/** Holds each piece back for as many ms as `delay` says; what comes on one connection keeps its order. */
const held = (delay: () => number): Transform =>
  new Transform({ transform: (piece, _, done) => void setTimeout(() => done(null, piece), delay()) });

/** Lays a wire to the server at an address. `delay`: the ms by which a piece comes later, asked anew for each. */
export const layWire = async (target: string, delay: () => number = () => 0): Promise<Wire> => {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const upgraded = new Set<Socket>();
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => undefined).on('close', () => open.delete(end));
    }
    near.pipe(held(delay)).pipe(far).pipe(held(delay)).pipe(near);
    // The request, the probe, and the word that the probe went well.
    let sent = 0;
    near.on('data', (bytes: Buffer) => {
      if (sent === 0 && !bytes.includes('transport=websocket')) return;
      sent += 1;
      if (sent === 3) upgraded.add(near);
    });
    near.on('close', () => upgraded.delete(near));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const close = () => {
    cut();
    server.close();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    upgraded: () => upgraded.size,
    close,
  };
};
