import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { z } from 'zod';
import { createDedicatedClient } from '../db/pool.ts';
import {
  assertSurvivableSchema,
  getSchemaVersion,
  SHARED_SCHEMA_LOCK,
  UnsupportedDatabaseError,
} from '../db/schemaVersion.ts';
import type { Log } from '../log.ts';
import type { BusMessage, Realtime } from './eventBus.ts';

const CHANNEL = 'vitrina_hub';
/**
 * A NOTIFY payload must be shorter than 8,000 bytes. A part of this size takes 7,736 bytes in base64, which leaves room
 * for the envelope.
 */
const MAX_PART_BYTES = 5800;
/** Delay before reconnecting, in ms, to avoid flooding a database that is starting up. */
const RECONNECT_DELAY_MS = 1000;

const NOTIFY_QUERY = { name: 'notify', text: 'select pg_notify($1, payload) from unnest($2::text[]) payload' };

/** Timeout for a message in ms, because later messages wait for it. */
const QUERY_OPTIONS = { query_timeout: 5000 };

const MessagePart = z.object({ from: z.string(), id: z.int(), at: z.int(), of: z.int(), bytes: z.string() });
type MessagePart = z.output<typeof MessagePart>;

/**
 * Connects the bus to other server processes through LISTEN/NOTIFY, so that clients receive changes made on any of them
 * (contract 7).
 * After a lost connection it sends `missed` locally, and to the others if messages to them were lost.
 * @param onUnsupported called instead when the database was upgraded meanwhile so that this build does not survive it
 * @returns a function that disconnects
 * @throws {UnsupportedDatabaseError} when it was upgraded so since it was opened
 */
export const shareEventBus = async (
  eventBus: Realtime,
  databaseUrl: string,
  log: Log,
  onUnsupported = (error: UnsupportedDatabaseError): void => log.error('notifications', error),
): Promise<() => Promise<void>> => {
  const serverId = randomUUID();
  const foreignMessages = new WeakSet<BusMessage>();
  const join = createAssembler();
  let hasWarned = false;
  // Once, and without the payload, which may contain what users have written.
  const warnOfUnknown = (): void => {
    if (!hasWarned) log.warn('A server of another build sends notifications that this build does not know');
    hasWarned = true;
  };
  const receive = (payload: string): void => {
    const messagePart = parsePart(payload);
    if (!messagePart) return warnOfUnknown();
    const message = messagePart.from === serverId ? null : join(messagePart);
    if (!message) return;
    foreignMessages.add(message);
    eventBus.send(message);
  };
  const resume = (hasUnsent: boolean): void => {
    const message: BusMessage = { missed: 'anything' };
    if (!hasUnsent) foreignMessages.add(message);
    eventBus.send(message);
  };
  const line = openListener(databaseUrl, log, { receive, resume, onUnsupported });
  await line.open();
  let sentCount = 0;
  const stop = eventBus.listen(message => {
    if (foreignMessages.has(message)) return;
    sentCount += 1;
    // Nobody misses the others: sweeps find waiting runs, buckets fill up again, and totals are counted again.
    const isMissed = !('waitingRun' in message || 'callsOf' in message || 'totalOf' in message);
    for (const messagePart of splitMessage(message, serverId, sentCount))
      line.send({ payload: JSON.stringify(messagePart), isMissed });
  });
  return async () => {
    stop();
    await line.close();
  };
};

/** @returns null for what another build may have sent */
const parsePart = (payload: string): MessagePart | null => {
  try {
    return MessagePart.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};

const splitMessage = (message: BusMessage, senderId: string, id: number): MessagePart[] => {
  const bytes = Buffer.from(JSON.stringify(message));
  const partCount = Math.ceil(bytes.length / MAX_PART_BYTES);
  return Array.from({ length: partCount }, (_, index) => {
    const chunk = bytes.subarray(index * MAX_PART_BYTES, (index + 1) * MAX_PART_BYTES);
    return { from: senderId, id, at: index, of: partCount, bytes: chunk.toString('base64') };
  });
};

/** Reassembles messages. Parts from one process arrive in order; a message whose first part was missed is dropped. */
const createAssembler = () => {
  const incompleteMessages = new Map<string, Buffer[]>();
  return ({ from, id, at, of: partCount, bytes }: MessagePart): BusMessage | null => {
    const key = `${from} ${id}`;
    const chunks = at === 0 ? [] : incompleteMessages.get(key);
    if (chunks?.length !== at) return null;
    chunks.push(Buffer.from(bytes, 'base64'));
    if (at < partCount - 1) {
      incompleteMessages.set(key, chunks);
      return null;
    }
    incompleteMessages.delete(key);
    const message: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof message === 'object' ? (message as BusMessage | null) : null;
  };
};

interface ListenerHandlers {
  receive: (payload: string) => void;
  resume: (hasUnsent: boolean) => void;
  onUnsupported: (error: UnsupportedDatabaseError) => void;
}

const connectListener = async (
  databaseUrl: string,
  log: Log,
  receive: ListenerHandlers['receive'],
  schemaVersion: number,
): Promise<pg.Client> => {
  const client = createDedicatedClient(databaseUrl);
  client.on('notification', ({ payload }) => receive(payload ?? ''));
  client.on('error', error => log.error('notifications', error));
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${SHARED_SCHEMA_LOCK})`);
    await assertSurvivableSchema(drizzle(client), schemaVersion);
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    void client.end();
    throw error;
  }
};

interface QueuedPayload {
  payload: string;
  /** Whether the other servers have to know if it is lost. */
  isMissed: boolean;
}

/**
 * A dedicated connection, because LISTEN does not work on a pooled connection. It reconnects when it is lost. Messages
 * sent in the meantime, in either direction, are lost.
 */
const openListener = (databaseUrl: string, log: Log, { receive, resume, onUnsupported }: ListenerHandlers) => {
  const schemaVersion = getSchemaVersion();
  let client: pg.Client | null = null;
  let isClosed = false;
  let hasUnsent = false;
  let queuedPayloads: QueuedPayload[] = [];
  let sendQueue = Promise.resolve();
  const open = async (): Promise<void> => {
    client = await connectListener(databaseUrl, log, receive, schemaVersion);
    client.once('end', () => {
      client = null;
      void reopen();
    });
  };
  const reopen = async (): Promise<void> => {
    await setTimeout(RECONNECT_DELAY_MS, undefined, { ref: false });
    if (isClosed) return;
    try {
      await open();
    } catch (error) {
      if (error instanceof UnsupportedDatabaseError) return onUnsupported(error);
      log.error('notifications', error);
      return reopen();
    }
    const hadUnsent = hasUnsent;
    hasUnsent = false;
    resume(hadUnsent);
  };
  /**
   * Sends all messages from the last turn of the event loop in one statement, together with messages that arrived
   * during the previous statement.
   */
  const flush = async (): Promise<void> => {
    const isMissed = queuedPayloads.some(queued => queued.isMissed);
    const payloads = queuedPayloads.map(({ payload }) => payload);
    queuedPayloads = [];
    try {
      if (client) await client.query({ ...NOTIFY_QUERY, values: [CHANNEL, payloads], ...QUERY_OPTIONS });
      else hasUnsent ||= isMissed;
    } catch (error) {
      hasUnsent ||= isMissed;
      // A connection that does not respond is dead; `end` opens another one.
      void client?.end();
      throw error;
    }
  };
  return {
    open,
    send: (payload: QueuedPayload): void => {
      queuedPayloads.push(payload);
      if (queuedPayloads.length > 1) return;
      sendQueue = sendQueue
        .then(() => setImmediate())
        .then(flush)
        .catch((error: unknown) => log.error('notifications', error));
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await sendQueue;
      await client?.end();
    },
  };
};
