import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { categoryReadAccess } from '#contract/categories.ts';
import { listFieldSlugs } from '#contract/collection.ts';
import { isOpenToRole } from '#contract/endpoint.ts';
import { type ChannelReply, channels, type EventName } from '#contract/events.ts';
import { socketLimits, socketOptions } from '#contract/limits.ts';
import { type Access, isAllowed, type PermissionSlug } from '#contract/permissions.ts';
import { getCollection, resourceNames } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { referenceAccess } from '#contract/references.ts';
import { type Caller, findSessionCaller } from '../accounts/session/caller.ts';
import { getSocketCaller } from '../accounts/session/socketCaller.ts';
import { redeemSocketToken } from '../accounts/session/socketToken.ts';
import type { ServerDeps } from '../http/deps.ts';
import { dataHeaders } from '../http/headers.ts';
import { inTrace } from '../tracing/span.ts';
import { translate } from '../translate.ts';
import { getWorkContext } from '../workContext.ts';
import { createGate, type SocketLimits } from './createGate.ts';
import { createOpenForms, type OpenForms } from './createOpenForms.ts';
import type { BusMessage } from './eventBus.ts';
import { warnOfSpreading } from './stickiness.ts';

/**
 * Events sent to holders of a permission as well as to their channel, since contract 4 delivers them without a
 * subscription.
 */
const broadcastPermissions: Partial<Record<EventName, PermissionSlug>> = {
  IMPORT_STARTS: 'product-list.import-file',
  IMPORT_UPDATE: 'product-list.import-file',
  IMPORT_POST: 'product-list.import-file',
  IMPORT_POST_ERROR: 'product-list.import-file',
  IMPORT_INTERUPT: 'product-list.import-file',
  IMPORT_ERROR: 'product-list.import-file',
  IMPORT_READY: 'product-list.import-file',
  SENDMEDIA_STARTS: 'product.send-media',
  SENDMEDIA_UPDATE: 'product.send-media',
  SENDMEDIA_INTERRUPT: 'product.send-media',
  SENDMEDIA_ERROR: 'product.send-media',
  SENDMEDIA_READY: 'product.send-media',
};

/** A user's own channel needs no rule, as only that user can open it. */
const channelRules = new Map<string, Access>([
  [channels.references, 'signed-in'],
  [channels.categories, categoryReadAccess],
  [channels.synchronization, ['synchronization.show-list']],
  [channels.drafts, ['change.show-current']],
  ...resourceNames.flatMap((name): [string, Access][] => [
    [channels.records(name), getCollection(name).access.list],
    ...listFieldSlugs(getCollection(name)).map((slug): [string, Access] => [channels.records(name, slug), [slug]]),
  ]),
]);

const getChannelRule = (name: string): Access | undefined => {
  const prefix = channels.records('');
  const isOfReference = name.startsWith(prefix) && parseReferenceName(name.slice(prefix.length)) !== null;
  return channelRules.get(name) ?? (isOfReference ? referenceAccess : undefined);
};

/**
 * How often permissions of connected users are checked again, in ms. A safety net, since changes normally trigger a
 * check.
 */
const REVIEW_INTERVAL_MS = 30_000;
/** Maximum message size in bytes. Small, because clients send only channel names. */
const MAX_MESSAGE_BYTES = 10_000;

const getSessionRoom = (id: string) => `session ${id}`;
const getHoldersRoom = (slug: string) => `holders ${slug}`;

export interface SocketServer {
  /** Open connections, including those that are not authenticated yet. */
  count: () => number;
  review: () => Promise<void>;
  close: () => Promise<void>;
}

/** Relays bus messages over socket.io. The socket uses the server's own port, so that a proxy needs no second rule. */
export const serveSockets = (deps: ServerDeps, http: HttpServer, limits: SocketLimits = socketLimits): SocketServer => {
  const { allowedOrigins } = deps.config;
  const gate = createGate(deps.config, limits);
  const io = new Server(http, {
    path: socketOptions.path,
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    allowRequest: gate.allowRequest,
    ...(allowedOrigins.length > 0 && { cors: { origin: [...allowedOrigins] } }),
  });
  io.engine.on('connection', gate.count);
  io.engine.on('headers', (headers: Record<string, string>) => Object.assign(headers, dataHeaders));
  if (deps.config.databaseUrl) warnOfSpreading(deps, io, limits.doubt);
  const quietTimer = createQuietTimer();
  const forms = createOpenForms(deps, io);
  io.use((socket, next) => {
    inTrace(deps.tracing, 'socket connect', { kind: 'server' }, () => admitSocket(deps, socket, limits)).then(
      refusal => {
        if (!refusal) gate.admit(socket.conn);
        next(refusal ? new Error(translate(refusal)) : undefined);
      },
      () => next(new Error(translate('unauthorized'))),
    );
  });
  io.on('connection', socket => {
    socket.on('subscribe', (name: unknown, ack: unknown) => {
      void inTrace(deps.tracing, 'socket subscribe', { kind: 'server' }, async () => {
        const reply = forms.holds(name)
          ? await forms.open(socket, name)
          : subscribeSocket(socket, name, quietTimer.since);
        recordChannel(name, reply);
        acknowledge(ack, reply);
      });
    });
    socket.on('unsubscribe', (name: unknown, ack: unknown) => {
      if (forms.holds(name)) void forms.close(socket, name, 'closed');
      else if (typeof name === 'string' && isChannelOpenTo(name, getSocketCaller(socket))) void socket.leave(name);
      acknowledge(ack, { ok: true });
    });
    socket.on('disconnecting', () => {
      for (const room of socket.rooms) if (forms.holds(room)) void forms.close(socket, room, 'gone');
    });
  });
  const review = () => reviewSockets(deps, io, forms);
  const stop = deps.realtime.listen(message => {
    quietTimer.record(message);
    if ('rightsOf' in message) void review();
    else if ('missed' in message) disconnectAll(io);
    else if ('channel' in message || 'endedSession' in message) forwardMessage(io, message);
    // The rest does not concern browsers, or is of a later build.
  });
  const timer = setInterval(() => void review(), REVIEW_INTERVAL_MS).unref();
  const close = async () => {
    clearInterval(timer);
    stop();
    await io.close();
  };
  return { count: () => io.engine.clientsCount, review, close };
};

/**
 * Authenticates a connection with the one-time token in its query, because browsers cannot set headers on WebSockets.
 * @returns why the connection is refused, or null
 */
const admitSocket = async (
  deps: ServerDeps,
  socket: Socket,
  { perSession }: SocketLimits,
): Promise<'unauthorized' | 'tooManySockets' | null> => {
  const { token } = socket.handshake.query;
  const caller = typeof token === 'string' ? await redeemSocketToken(deps, token) : null;
  if (!caller) return 'unauthorized';
  const room = getSessionRoom(caller.sessionId);
  if ((socket.nsp.adapter.rooms.get(room)?.size ?? 0) >= perSession) return 'tooManySockets';
  (socket.data as { caller: Caller }).caller = caller;
  await socket.join([room, ...listHolderRooms(caller)]);
  return null;
};

const listHolderRooms = (caller: Caller): string[] =>
  [...new Set(Object.values(broadcastPermissions))].filter(slug => canReceive([slug], caller)).map(getHoldersRoom);

const subscribeSocket = (socket: Socket, name: unknown, getQuietMs: (channel: string) => number): ChannelReply => {
  if (typeof name !== 'string' || !isChannel(name)) return { ok: false, error: translate('channelUnknown') };
  if (!isChannelOpenTo(name, getSocketCaller(socket))) return { ok: false, error: translate('channelForbidden') };
  void socket.join(name);
  return { ok: true, quiet_ms: getQuietMs(name) };
};

const isChannel = (name: string): boolean => getChannelRule(name) !== undefined || /^USER_CHANNEL_\d+$/.test(name);
const isChannelOpenTo = (name: string, caller: Caller): boolean =>
  name === channels.user(caller.id) || canReceive(getChannelRule(name), caller);

/** The same restriction as for endpoints: matrix roles get no other events, whatever their permissions are. */
const canReceive = (rule: Access | undefined, { role, grantedSlugs }: Caller): boolean =>
  isAllowed(rule, grantedSlugs) && (typeof rule === 'string' || isOpenToRole(role, { access: rule ?? 'signed-in' }));

const createQuietTimer = () => {
  let startedAt = performance.now();
  const lastAt = new Map<string, number>();
  return {
    record: (message: BusMessage): void => {
      if ('channel' in message) lastAt.set(message.channel, performance.now());
      if (!('missed' in message)) return;
      startedAt = performance.now();
      lastAt.clear();
    },
    since: (channel: string): number => performance.now() - (lastAt.get(channel) ?? startedAt),
  };
};

const acknowledge = (ack: unknown, reply: ChannelReply): void => {
  if (typeof ack === 'function') ack(reply);
};

/**
 * Closes all connections after a gap. Clients then reconnect with current permissions and reload, so the lost messages
 * do not matter.
 */
const disconnectAll = (io: Server): void => {
  for (const socket of io.of('/').sockets.values()) socket.conn.close();
};

const forwardMessage = (
  io: Server,
  message: Extract<BusMessage, { endedSession: string } | { channel: string }>,
): void => {
  if ('endedSession' in message) {
    io.in(getSessionRoom(message.endedSession)).disconnectSockets(true);
    return;
  }
  const { channel, event, payload } = message;
  const requiredSlug = broadcastPermissions[event];
  const span = getWorkContext().span?.startChild(`socket broadcast ${event}`, {
    kind: 'producer',
    attributes: { [CHANNEL_ATTRIBUTE]: toChannelPattern(channel) },
  });
  io.to(requiredSlug ? [channel, getHoldersRoom(requiredSlug)] : channel).emit(event, payload);
  span?.end();
};

const CHANNEL_ATTRIBUTE = 'vitrina.channel';

/** Without the ids of users and records. */
const toChannelPattern = (channel: string): string => channel.replaceAll(/\d+/g, ':id');

/** The name of a channel that was refused is any text of the client, so it is not recorded. */
const recordChannel = (name: unknown, { ok }: ChannelReply): void =>
  getWorkContext().span?.setAttributes({
    'vitrina.refused': !ok,
    ...(ok && typeof name === 'string' && { [CHANNEL_ATTRIBUTE]: toChannelPattern(name) }),
  });

const reviewSockets = async (deps: ServerDeps, io: Server, forms: OpenForms): Promise<void> => {
  for (const socket of io.of('/').sockets.values()) {
    try {
      await reviewSocket(deps, socket);
      await forms.renew(socket);
    } catch (error) {
      deps.log.error('socket review', error);
    }
  }
};

const reviewSocket = async (deps: ServerDeps, socket: Socket): Promise<void> => {
  const caller = await findSessionCaller(deps, getSocketCaller(socket).sessionId);
  if (!caller) {
    socket.disconnect(true);
    return;
  }
  (socket.data as { caller: Caller }).caller = caller;
  for (const room of socket.rooms) if (isChannel(room) && !isChannelOpenTo(room, caller)) await socket.leave(room);
  for (const slug of new Set(Object.values(broadcastPermissions))) {
    if (canReceive([slug], caller)) await socket.join(getHoldersRoom(slug));
    else await socket.leave(getHoldersRoom(slug));
  }
};
