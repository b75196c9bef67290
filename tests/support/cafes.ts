import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Sending, SendingLogItem } from '#contract/sending.ts';
import { readConfig } from '#server/config.ts';
import { cafes, pictures, productImages, products, runs } from '#server/db/schema.ts';
import { getPictureFilePath } from '#server/media/images/pictureStore.ts';
import { startSending } from '#server/media/sending/sendingJob.ts';
import { createSalt, deriveCafeKey, hashSha256 } from '#server/media/sending/sign.ts';
import type { Cafe } from '#server/media/sending/target.ts';
import type { RequestPace } from '#server/outgoing/pace.ts';
import type { TestServer } from './server.ts';

/** Path of the sending endpoints (§7). */
export const SENDING = '/products/send-media-to-cafe';

interface Received {
  path: string;
  body: Buffer;
  headers: IncomingMessage['headers'];
}

/** Answers a request. The body stays unread until the handler reads it, so that a test can answer early. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: Body) => unknown;

/** Reads the whole body, pausing after each chunk; never resolves when the connection breaks. */
type Body = (pause?: () => Promise<unknown>) => Promise<Buffer>;

/** A cafe's receiver that can be slow, refuse, drop connections or redirect, as real ones do. */
export interface CafeReceiver {
  address: string;
  files: Received[];
  /** Paths of all requests, failed ones included, to count the retries. */
  tries: string[];
  /** Sets the answer to further requests; by default everything is accepted. */
  answer: (how: Answer) => void;
  close: () => Promise<void>;
}

export const says =
  (status: number, headers: Record<string, string> = {}): Answer =>
  async (_request, response, body) => {
    await body();
    response.writeHead(status, headers).end();
  };

/** Drops the connection after the whole body has arrived, so that the sender never learns of its success. */
export const drops: Answer = async (request, _response, body) => {
  await body();
  request.socket.destroy();
};

export const dropsMidway: Answer = request => void request.once('data', () => request.socket.destroy());

/** Answers after the first chunk and leaves the rest unread on a connection that stays open. */
export const saysEarly =
  (status: number): Answer =>
  (request, response) =>
    void request.once('data', () => {
      request.pause();
      response.writeHead(status).end();
    });

/** Answers after the first chunk and closes the connection. */
export const saysAndCloses =
  (status: number): Answer =>
  (request, response) =>
    void request.once('data', () => {
      request.pause();
      response.writeHead(status, { Connection: 'close' }).end(() => request.socket.destroy());
    });

export const trickles =
  (pause: () => Promise<unknown>): Answer =>
  async (_request, response, body) => {
    await body(pause);
    response.writeHead(201).end();
  };

export const isSilent: Answer = () => {};

/** Chooses the answer by the contents of the file. */
export const byBody =
  (of: (text: string) => Answer): Answer =>
  async (request, response, body) =>
    of((await body()).toString())(request, response, body);

/** Gives these answers in turn, then accepts everything. */
export const first = (...answers: Answer[]): Answer => {
  const left = [...answers];
  return (request, response, body) => (left.shift() ?? says(201))(request, response, body);
};

const openCafe = async (): Promise<CafeReceiver> => {
  const files: Received[] = [];
  const tries: string[] = [];
  let how: Answer = says(201);
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    tries.push(path);
    let whole: Promise<Buffer> | undefined;
    request.on('error', () => {});
    response.once('finish', () => {
      if (response.statusCode < 300) void whole?.then(body => files.push({ path, body, headers: request.headers }));
    });
    how(request, response, pause => (whole ??= readWhole(request, pause)));
  });
  // The tests check that the sender closes connections, so the receiver must not.
  server.keepAliveTimeout = 0;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/media`,
    files,
    tries,
    answer: next => {
      how = next;
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const readWhole = async (request: IncomingMessage, pause?: () => Promise<unknown>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) {
      pieces.push(piece as Buffer);
      await pause?.();
    }
  } catch {
    return new Promise(() => {});
  }
  return Buffer.concat(pieces);
};

/** Lets a test server send to this machine, which is refused by default, and shortens its retry delays, until its next reset. */
export const openNetwork = ({ deps }: TestServer, pace: Partial<RequestPace> = {}): void => {
  deps.config.cafesNetworks = readConfig({ CAFES_NETWORKS: '127.0.0.0/8' }).cafesNetworks;
  deps.requestPace = { attempts: 3, firstDelay: 1, longestDelay: 20, limit: 20_000, ...pace };
};

export const addCafe = async (
  { db, deps }: TestServer,
  values: Partial<typeof cafes.$inferInsert> = {},
): Promise<{ cafe: Cafe; key: string }> => {
  const salt = createSalt();
  const [cafe] = await db
    .insert(cafes)
    .values({ name: 'Кафе на Кирова', kind: 'http', key_salt: salt, has_key: true, ...values })
    .returning();
  if (!cafe) throw new Error('a cafe was not written');
  return { cafe, key: deriveCafeKey(deps.secrets.access, salt) };
};

/**
 * Adds a product with images of these contents, stored like uploaded pictures but without encoding them.
 * @returns its id
 */
export const addProduct = async (server: TestServer, name: string, ...contents: string[]): Promise<number> => {
  const [product] = await server.db.insert(products).values({ name }).returning();
  const id = product?.id ?? 0;
  for (const content of contents) await addImage(server, id, content);
  return id;
};

export const addImage = async ({ db, deps }: TestServer, productId: number, content: string): Promise<string> => {
  const key = hashSha256(content);
  const bytes = Buffer.from(content);
  await deps.files.put(getPictureFilePath(key, 'full.jpg'), bytes, 'image/jpeg');
  const known = { key, ending: 'jpg' as const, width: 6, height: 4, bytes: bytes.length, touched_at: new Date() };
  await db.insert(pictures).values(known).onConflictDoNothing();
  const image = {
    position: 1,
    is_main: false,
    alt: {},
    file_name: `${content.slice(0, 20)}.jpg`,
    created_at: new Date(),
  };
  await db.insert(productImages).values({ record_id: productId, key, ...image });
  return key;
};

export type SendingWithLog = Sending & { log: SendingLogItem[]; log_total: number };

interface Wanted {
  ids: readonly number[];
  cafes: readonly Cafe[];
  anew?: boolean;
}

/** Starts a sending as the content manager, without waiting, so that a test can interrupt it. */
export const beginSending = async (server: TestServer, { ids, cafes, anew = false }: Wanted) => {
  const { user } = await server.signIn('content_manager');
  return startSending(server.deps, { ids, targets: cafes, anew, starter: { id: user.id, actorId: null } });
};

export const sendMedia = async (server: TestServer, wanted: Wanted): Promise<SendingWithLog> => {
  const { done } = await beginSending(server, wanted);
  return sendingWithLog(server, (await done).id);
};

export const sendingWithLog = async (server: TestServer, id: number): Promise<SendingWithLog> =>
  (await (await server.as('admin'))('GET', `${SENDING}/runs/${id}?limit=10000`)).result as SendingWithLog;

/** A sending in progress in another process, which counts as alive while `heartbeat_at` is recent. @returns its id */
export const leaveSending = async (server: TestServer, heartbeat_at = new Date()): Promise<number> => {
  const { user } = await server.signIn('content_manager');
  const [run] = await server.db
    .insert(runs)
    .values({
      kind: 'sending',
      user_id: user.id,
      status: 'processing',
      details: { products: 1, bytes: 0, bytes_sent: 0 },
      started_at: new Date(),
      heartbeat_at,
    })
    .returning();
  return run?.id ?? 0;
};

export const sendingEvents = ({ messages }: TestServer) =>
  messages.flatMap(message => ('event' in message && message.event.startsWith('SENDMEDIA_') ? [message] : []));

/** Opens receivers that close after the test, since an open port would keep the process alive. */
export const useReceivers = (): (() => Promise<CafeReceiver>) => {
  const opened: CafeReceiver[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  return async () => {
    const cafe = await openCafe();
    opened.push(cafe);
    return cafe;
  };
};
