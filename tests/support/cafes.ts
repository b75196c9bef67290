import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Sending, SendingLogItem } from '#contract/sending.ts';
import { readConfig } from '#server/config.ts';
import { cafes, pictures, productImages, products, sendings } from '#server/db/schema.ts';
import { storedName } from '#server/media/images/keep.ts';
import { startSending } from '#server/media/sending/job.ts';
import type { SendingPace } from '#server/media/sending/pace.ts';
import { hashOf, keyOf, newSalt } from '#server/media/sending/sign.ts';
import type { Cafe } from '#server/media/sending/target.ts';
import type { TestServer } from './server.ts';

/** The address of the calls (§7). */
export const SENDING = '/products/send-media-to-cafe';

/** A file that came to a receiver. */
interface Received {
  path: string;
  body: Buffer;
  headers: IncomingMessage['headers'];
}

/** Answers a request; as long as nobody asks for its body, nothing of that is read. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: Body) => unknown;

/** Reads a body whole, and pauses after each piece of it; one that breaks off never comes. */
type Body = (pause?: () => Promise<unknown>) => Promise<Buffer>;

/** A cafe's receiver, which may be slow, refuse, drop connections or lead elsewhere. */
export interface CafeReceiver {
  address: string;
  /** What it acknowledged. */
  files: Received[];
  /** Every request that came. */
  tries: string[];
  /** How it answers from now on; by default it takes everything. */
  answer: (how: Answer) => void;
  close: () => Promise<void>;
}

/** Reads the body, and answers with a status and these headers. */
export const says =
  (status: number, headers: Record<string, string> = {}): Answer =>
  async (_request, response, body) => {
    await body();
    response.writeHead(status, headers).end();
  };

/** Drops the connection once the body is there. */
export const drops: Answer = async (request, _response, body) => {
  await body();
  request.socket.destroy();
};

/** Drops the connection in the midst of the body. */
export const dropsMidway: Answer = request => void request.once('data', () => request.socket.destroy());

/** Answers when only the beginning of the body is there, and leaves the rest unread on a connection that stays open. */
export const saysEarly =
  (status: number): Answer =>
  (request, response) =>
    void request.once('data', () => {
      request.pause();
      response.writeHead(status).end();
    });

/** Answers so when only the beginning of the body is there, and closes the connection upon it. */
export const saysAndCloses =
  (status: number): Answer =>
  (request, response) =>
    void request.once('data', () => {
      request.pause();
      response.writeHead(status, { Connection: 'close' }).end(() => request.socket.destroy());
    });

/** Takes a file piece by piece, with a pause after each. */
export const trickles =
  (pause: () => Promise<unknown>): Answer =>
  async (_request, response, body) => {
    await body(pause);
    response.writeHead(201).end();
  };

/** Never answers. */
export const isSilent: Answer = () => {};

/** Answers each file by what it holds. */
export const byBody =
  (of: (text: string) => Answer): Answer =>
  async (request, response, body) =>
    of((await body()).toString())(request, response, body);

/** These answers first, then everything is taken. */
export const first = (...answers: Answer[]): Answer => {
  const left = [...answers];
  return (request, response, body) => (left.shift() ?? says(201))(request, response, body);
};

/** Starts a receiver on a free port. */
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
  // Nothing but the sender ends a connection that is left open.
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

/** Lets a test server send to this machine, and wait for nobody. */
export const openNetwork = ({ deps }: TestServer, pace: Partial<SendingPace> = {}): void => {
  deps.config.cafesNetworks = readConfig({ CAFES_NETWORKS: '127.0.0.0/8' }).cafesNetworks;
  deps.sending = { tries: 3, firstDelay: 1, longestDelay: 20, limit: 20_000, ...pace };
};

/** A cafe with a key. @returns the cafe, and its key */
export const addCafe = async (
  { db, deps }: TestServer,
  values: Partial<typeof cafes.$inferInsert> = {},
): Promise<{ cafe: Cafe; key: string }> => {
  const salt = newSalt();
  const [cafe] = await db
    .insert(cafes)
    .values({ name: 'Кафе на Кирова', kind: 'http', key_salt: salt, has_key: true, ...values })
    .returning();
  if (!cafe) throw new Error('a cafe was not written');
  return { cafe, key: keyOf(deps.secrets.access, salt) };
};

/** A product with images that hold these texts; they are kept as pictures are. */
export const addProduct = async (server: TestServer, name: string, ...contents: string[]): Promise<number> => {
  const [product] = await server.db.insert(products).values({ name }).returning();
  const id = product?.id ?? 0;
  for (const content of contents) await addImage(server, id, content);
  return id;
};

/** An image that holds a text. @returns its key */
export const addImage = async ({ db, deps }: TestServer, productId: number, content: string): Promise<string> => {
  const key = hashOf(content);
  const bytes = Buffer.from(content);
  await deps.files.put(storedName(key, 'full.jpg'), bytes, 'image/jpeg');
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

/** Begins to send as the content manager. */
export const beginSending = async (server: TestServer, { ids, cafes, anew = false }: Wanted) => {
  const { user } = await server.signIn('content_manager');
  return startSending(server.deps, { ids, targets: cafes, anew, userId: user.id });
};

/** Sends as the content manager and waits for the end. */
export const sendMedia = async (server: TestServer, wanted: Wanted): Promise<SendingWithLog> => {
  const { done } = await beginSending(server, wanted);
  return sendingWithLog(server, (await done).id);
};

/** A run with its whole log. */
export const sendingWithLog = async (server: TestServer, id: number): Promise<SendingWithLog> =>
  (await (await server.as('admin'))('GET', `${SENDING}/runs/${id}?limit=10000`)).result as SendingWithLog;

/** A run that is on, of a process that is somewhere else. */
export const leaveSending = async (server: TestServer, heartbeat_at = new Date()): Promise<number> => {
  const { user } = await server.signIn('content_manager');
  const [run] = await server.db
    .insert(sendings)
    .values({ user_id: user.id, status: 'processing', products: 1, started_at: new Date(), heartbeat_at })
    .returning();
  return run?.id ?? 0;
};

/** The events of sendings so far, in order, with their channels. */
export const sendingEvents = ({ messages }: TestServer) =>
  messages.flatMap(message => ('event' in message && message.event.startsWith('SENDMEDIA_') ? [message] : []));

/** Opens receivers, which close when the test ends. */
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
