import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { and, eq, sql } from 'drizzle-orm';
import type { Server } from 'socket.io';
import { PROCESS_SILENCE_SECONDS } from '../db/processesSchema.ts';
import { processes } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { getOwnProcess } from '../system/processRecord.ts';
import { translate } from '../translate.ts';

/** By which a balancer can keep a browser at one server. */
const STICKY_COOKIE = 'vitrina_server';
/** Between two warnings, in ms. */
const WARNING_INTERVAL_MS = 3_600_000;
/** Code of engine.io for a session that this server does not know. */
const UNKNOWN_SESSION = 1;

/**
 * Polling needs all requests of a connection to reach the same server, which only a balancer can arrange. Gives each
 * browser a cookie for it, and warns when a connection of another server arrives here.
 */
export const keepBrowsersAtOneServer = (deps: ServerDeps, { engine }: Server): void => {
  const { id } = getOwnProcess(deps);
  engine.generateId = () => `${id}.${randomUUID()}`;
  engine.on('initial_headers', (headers: Record<string, string>, { headers: { cookie = '' } }: IncomingMessage) => {
    if (!cookie.includes(`${STICKY_COOKIE}=`))
      headers['Set-Cookie'] = `${STICKY_COOKIE}=${randomUUID()}; Path=/; HttpOnly; SameSite=Lax`;
  });
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warnOfSpreading = async (sessionId: string): Promise<void> => {
    const [owner = ''] = sessionId.split('.');
    if (owner === id || performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    const isAlive = sql`${processes.seen_at} > now() - make_interval(secs => ${PROCESS_SILENCE_SECONDS})`;
    const [other] = await deps.db
      .select({ host: processes.host })
      .from(processes)
      .where(and(eq(processes.id, owner), isAlive));
    if (!other) return;
    warnedAt = performance.now();
    deps.log.warn(translate('start.notSticky', { cookie: STICKY_COOKIE, host: other.host }));
  };
  engine.on('connection_error', ({ req, code }: { req: IncomingMessage; code: number }) => {
    const sessionId = new URL(req.url ?? '', 'http://server').searchParams.get('sid');
    if (code === UNKNOWN_SESSION && sessionId)
      warnOfSpreading(sessionId).catch((error: unknown) => deps.log.error('sockets', error));
  });
};
