import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { createListeners } from '#providers/realtime/listeners.ts';

/** A proxy to a server whose connections can be cut, as a bad network would. */
export interface Wire {
  address: string;
  cut: () => void;
  /**
   * Number of socket.io clients that have upgraded to a websocket. A client cut before its upgrade notices only by
   * missed pings, 45 seconds later.
   */
  upgraded: () => number;
  /** Fires when a client has upgraded; returns the unsubscribe function. */
  onUpgrade: (listener: () => void) => () => void;
  close: () => void;
}

/** Delays each chunk by `delay()` ms; chunks of one connection keep their order, as TCP guarantees. */
const held = (delay: () => number): Transform =>
  new Transform({ transform: (piece, _, done) => void setTimeout(() => done(null, piece), delay()) });

/** Opens a proxy to `target`. @param delay the delay in ms, asked for each chunk */
export const layWire = async (target: string, delay: () => number = () => 0): Promise<Wire> => {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const upgraded = new Set<Socket>();
  const listeners = createListeners();
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => undefined).on('close', () => open.delete(end));
    }
    near.pipe(held(delay)).pipe(far).pipe(held(delay)).pipe(near);
    // Three messages from a client complete the upgrade: request, probe, confirmation.
    let sent = 0;
    near.on('data', (bytes: Buffer) => {
      if (sent === 0 && !bytes.includes('transport=websocket')) return;
      sent += 1;
      if (sent !== 3) return;
      upgraded.add(near);
      listeners.notify();
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
    onUpgrade: listeners.add,
    close,
  };
};
