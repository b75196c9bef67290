import { useSyncExternalStore } from 'react';
import { channels } from '#contract/events.ts';
import { socketOptions } from '#contract/limits.ts';
import { loadChunk } from '../http/chunks.ts';
import type { Log } from '../reporting/reporter.ts';
import { useService } from '../ServicesContext.ts';
import type { ProfileStore } from '../session/profile.ts';
import { createListeners } from './listeners.ts';
import { type Channels, createChannels } from './realtimeChannels.ts';
import { type ClientEventBus, createClientEventBus, eventNames } from './realtimeEvents.ts';
import type { TokenManager } from './socketManager.ts';

export type ConnectionState = 'idle' | 'connecting' | 'online' | 'offline';

export interface Realtime extends Pick<Channels, 'join' | 'rejoin'> {
  connect: () => void;
  disconnect: () => void;
  /** Disconnects for good: a profile change while the page unloads must not reconnect. */
  close: () => void;
  on: ClientEventBus['on'];
  onFilter: ClientEventBus['onFilter'];
  /** Fires on every connection. Earlier events were missed, so listeners have to refetch over HTTP (contract 4). */
  onConnect: (listener: () => void) => () => void;
  state: () => ConnectionState;
  onStateChange: (listener: () => void) => () => void;
}

interface RealtimeOptions {
  url: string;
  /** A function, because a token is valid for one connection. */
  token: () => Promise<string>;
  /** §4: connects when the profile becomes known and disconnects when it is cleared. */
  profile: Pick<ProfileStore, 'current' | 'onChange' | 'reload'>;
  /** §8: if the token cannot be fetched, the error is only logged. */
  log: Log;
}

/** Loads the socket library lazily, with the first connection, since the first screen does not need it. */
export const createRealtime = ({ url, token, profile, log }: RealtimeOptions): Realtime => {
  const events = createClientEventBus(log);
  const connectListeners = createListeners();
  const changeListeners = createListeners();
  let state: ConnectionState = 'idle';
  let connection: { close: () => void } | null = null;
  let socket: Socket | null = null;
  let isClosedForGood = false;

  const setState = (next: ConnectionState): void => {
    if (state === next) return;
    state = next;
    changeListeners.notify();
  };
  let pendingReload: Promise<unknown> | null = null;
  const joinedChannels = createChannels({
    emit: (verb, channel, onReply) => {
      if (socket?.connected) socket.emit(verb, channel, onReply);
    },
    log,
    // Permissions may have changed after the profile was loaded and before the socket could deliver the event.
    onRefused: () => {
      pendingReload ??= profile.reload().finally(() => {
        pendingReload = null;
      });
    },
  });

  const connect = (): void => {
    if (connection || isClosedForGood) return;
    setState('connecting');
    connection = openSocket({ url, token, log }, events, next => {
      socket = next;
      setState(next?.connected ? 'online' : 'offline');
      if (!next?.connected) return;
      joinedChannels.rejoinAll();
      connectListeners.notify();
    });
  };
  const disconnect = (): void => {
    connection?.close();
    connection = null;
    socket = null;
    setState('idle');
  };

  followProfile(profile, { connect, disconnect, join: joinedChannels.join });
  return {
    connect,
    disconnect,
    close: () => {
      isClosedForGood = true;
      disconnect();
    },
    on: events.on,
    onFilter: events.onFilter,
    join: joinedChannels.join,
    rejoin: joinedChannels.rejoin,
    onConnect: connectListeners.add,
    state: () => state,
    onStateChange: changeListeners.add,
  };
};

/** §4: connect once the profile is known; §7: with the user's own channel. Reconnects only when the user changes. */
const followProfile = (
  profile: RealtimeOptions['profile'],
  { connect, disconnect, join }: Pick<Realtime, 'connect' | 'disconnect' | 'join'>,
): void => {
  let knownUserId: number | null = null;
  let cleanups: (() => void)[] = [];
  const followUser = (): void => {
    const id = profile.current()?.id ?? null;
    if (id === knownUserId) return;
    knownUserId = id;
    disconnect();
    for (const leave of cleanups) leave();
    cleanups = id === null ? [] : [join(channels.references), join(channels.user(id))];
    if (id !== null) connect();
  };
  profile.onChange(followUser);
  followUser();
};

type Socket = ReturnType<TokenManager['socket']>;

/**
 * Delay before reconnecting after a refusal or close by the server, in ms, because the library does not reconnect then.
 */
const REFUSED_RECONNECT_DELAY_MS = socketOptions.reconnectionDelayMax;

const LIBRARY_RETRY_DELAY_MS = 30_000;

const openSocket = (
  { url, token, log }: Pick<RealtimeOptions, 'url' | 'token' | 'log'>,
  events: ClientEventBus,
  onState: (socket: Socket | null) => void,
): { close: () => void } => {
  let isClosed = false;
  let socket: Socket | null = null;

  const start = (Manager: typeof TokenManager): void => {
    if (isClosed) return;
    const newSocket = new Manager(url, socketOptions, token, log).socket('/');
    socket = newSocket;
    const notify = (): void => {
      if (isClosed) return;
      onState(newSocket);
      if (!newSocket.connected && !newSocket.active)
        setTimeout(() => !isClosed && newSocket.connect(), REFUSED_RECONNECT_DELAY_MS);
    };
    newSocket.on('connect', notify);
    newSocket.on('disconnect', notify);
    newSocket.on('connect_error', notify);
    for (const event of eventNames) newSocket.on(event, (payload: unknown) => events.dispatch(event, payload));
    newSocket.connect();
  };
  const load = async (): Promise<void> => {
    try {
      start((await loadChunk(() => import('./socketManager.ts'))).TokenManager);
    } catch (error) {
      log('The socket client could not be loaded', error);
      if (isClosed) return;
      onState(null);
      setTimeout(() => !isClosed && void load(), LIBRARY_RETRY_DELAY_MS);
    }
  };
  void load();
  return {
    close: () => {
      isClosed = true;
      socket?.disconnect();
    },
  };
};

export const useRealtime = (): Realtime => useService('realtime');

export const useConnection = (): ConnectionState => {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.onStateChange, realtime.state);
};
