import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { io, type Socket } from 'socket.io-client';
import { channels } from '#contract/events.ts';
import { socketOptions } from '#contract/limits.ts';

/** An answer that is no success. */
export class CallError extends Error {
  readonly status: number;
  constructor(call: string, status: number, content: string) {
    super(`${call}: ${status} ${content.slice(0, 200)}`);
    this.status = status;
  }
}

export interface Seat {
  /** The process that the balancer has chosen. */
  origin: () => string;
  /** As a proxy reports it, because each address may have a limited number of sockets. */
  address: string;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

const connections = new Agent({ keepAlive: true });

/** @throws {CallError} from the call, unless the answer is a success */
const createCall = ({ origin, address }: Seat, headers: Record<string, string> = {}): Call => {
  return async (method, path, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const options = {
      method,
      agent: connections,
      timeout: 30_000,
      headers: {
        'X-Forwarded-For': address,
        'Accept-Encoding': 'gzip',
        ...headers,
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
      },
    };
    const sent = request(`${origin()}/api${encodeURI(path)}`, options).end(text);
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer`)));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    const content = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    const status = response.statusCode ?? 0;
    if (status !== 200) throw new CallError(`${method} ${path}`, status, content);
    return (JSON.parse(content) as { result: unknown }).result;
  };
};

/**
 * Signs in, and renews the token when it is refused, as the application does.
 * @throws {CallError} 401 from a call once the session has ended
 */
export const signInAt = async (seat: Seat, email: string): Promise<Call> => {
  const open = createCall(seat);
  const pair = (await open('POST', '/auth/login', { email, password: 'demo-demo' })) as {
    accessToken: { token: string };
    refreshToken: { token: string };
  };
  let [access, refresh] = [pair.accessToken.token, pair.refreshToken.token];
  let renewal: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    const renewed = (await open('POST', '/auth/token/refresh', { refresh_token: refresh })) as {
      token: string;
      refresh_token: string;
    };
    [access, refresh] = [renewed.token, renewed.refresh_token];
  };
  return async (method, path, body) => {
    const call = () => createCall(seat, { Authorization: `Bearer ${access}` })(method, path, body);
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401)) throw error;
      renewal ??= renew().finally(() => {
        renewal = null;
      });
      await renewal;
      return call();
    }
  };
};

/** Opens a socket and joins the list of products, as the application does. */
export const openSocket = async ({ origin, address }: Seat, call: Call): Promise<Socket> => {
  const getToken = async () => ((await call('GET', '/web-socket/get-token')) as { token: string }).token;
  const socket = io(origin(), {
    path: socketOptions.path,
    query: { token: await getToken() },
    transports: ['websocket'],
    extraHeaders: { 'X-Forwarded-For': address },
    reconnection: false,
    forceNew: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  await socket.timeout(10_000).emitWithAck('subscribe', channels.records('nomenclature'));
  return socket;
};
