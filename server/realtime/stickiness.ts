import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Server } from 'socket.io';
import { PROCESS_SILENCE_SECONDS } from '../db/processesSchema.ts';
import { processes } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { mayHaveSubstitutes } from '../http/draining.ts';
import { getOwnProcess } from '../system/processRecord.ts';
import { translate } from '../translate.ts';

/** By which a balancer can keep a browser at one server. */
const STICKY_COOKIE = 'vitrina_server';
/** Between two warnings, in ms. */
const WARNING_INTERVAL_MS = 3_600_000;
/**
 * A server that stops or was killed also leaves connections to others, so that one counts as alive only if it still is
 * after this time, in ms. One doubt at a time, since anybody may send an id.
 */
const DOUBT_MS = 1000 * PROCESS_SILENCE_SECONDS;
/** Code of engine.io for a session that this server does not know. */
const UNKNOWN_SESSION = 1;

/**
 * Polling needs all requests of a connection to reach the same server, which only a balancer can arrange, by a cookie.
 * Set on any call, because the first request of a connection has to carry it, too.
 */
export const setStickyCookie = (context: Context, { config }: ServerDeps): void => {
  if (!mayHaveSubstitutes(config) || getCookie(context, STICKY_COOKIE)) return;
  setCookie(context, STICKY_COOKIE, randomUUID(), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  });
};

/** Warns when a connection of another server arrives here. */
export const warnOfSpreading = (deps: ServerDeps, { engine }: Server, doubtMs = DOUBT_MS): void => {
  const { id } = getOwnProcess(deps);
  engine.generateId = () => `${id}.${randomUUID()}`;
  const findIfStillAlive = async (owner: string) => {
    await sleep(doubtMs, undefined, { ref: false });
    const isAlive = sql`${processes.seen_at} > now() - make_interval(secs => ${PROCESS_SILENCE_SECONDS})`;
    const [other] = await deps.db
      .select({ host: processes.host })
      .from(processes)
      .where(and(eq(processes.id, owner), isAlive));
    return other;
  };
  let isInDoubt = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const check = async (sessionId: string): Promise<void> => {
    const [owner = ''] = sessionId.split('.');
    if (owner === id || isInDoubt || performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    isInDoubt = true;
    try {
      const other = await findIfStillAlive(owner);
      if (!other) return;
      warnedAt = performance.now();
      deps.log.warn(translate('start.notSticky', { cookie: STICKY_COOKIE, host: other.host }));
    } finally {
      isInDoubt = false;
    }
  };
  engine.on('connection_error', ({ req, code }: { req: IncomingMessage; code: number }) => {
    const sessionId = new URL(req.url ?? '', 'http://server').searchParams.get('sid');
    if (code === UNKNOWN_SESSION && sessionId)
      check(sessionId).catch((error: unknown) => deps.log.error('sockets', error));
  });
};
