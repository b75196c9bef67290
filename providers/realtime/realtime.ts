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

/** `connecting` until the first connection is made, `offline` while a lost one is being restored. */
export type ConnectionState = 'idle' | 'connecting' | 'online' | 'offline';

/** The socket service (§4, §7, contract 4). */
export interface Realtime extends Pick<Channels, 'join' | 'rejoin'> {
  /** Opens the connection; further calls do nothing. */
  connect: () => void;
  disconnect: () => void;
  /** Disconnects for good: the page is being left, and later changes of the profile must not reconnect it. */
  close: () => void;
  /** Subscribes to an event of the contract, its payload parsed; returns the unsubscribe. */
  on: ClientEventBus['on'];
  /** Subscribes to a filter event that the server names (§4). */
  onFilter: ClientEventBus['onFilter'];
  /** Called for each new connection: events before it were missed, and have to be fetched by HTTP (contract 4). */
  onConnect: (listener: () => void) => () => void;
  state: () => ConnectionState;
  onStateChange: (listener: () => void) => () => void;
}

interface RealtimeOptions {
  /** The socket service's origin; the page's own when empty. */
  url: string;
  /** A new token, good for one connection. */
  token: () => Promise<string>;
  /** The connection is made once the profile is known (§4), and ends with it. */
  profile: Pick<ProfileStore, 'current' | 'onChange' | 'reload'>;
  /** §8: a failure to get the token is only logged. */
  log: Log;
}

/** The live connection; the library is loaded with the first connection. */
export const createRealtime = ({ url, token, profile, log }: RealtimeOptions): Realtime => {
  const events = createClientEventBus(log);
  const connected = createListeners();
  const changed = createListeners();
  let state: ConnectionState = 'idle';
  let opened: { close: () => void } | null = null;
  let socket: Socket | null = null;
  let isOver = false;

  const setState = (next: ConnectionState): void => {
    if (state === next) return;
    state = next;
    changed.notify();
  };
  let asking: Promise<unknown> | null = null;
  const joined = createChannels({
    emit: (verb, channel, answered) => {
      if (socket?.connected) socket.emit(verb, channel, answered);
    },
    log,
    // Permissions may have changed between the profile and the connection, when no event could arrive yet.
    refused: () => {
      asking ??= profile.reload().finally(() => {
        asking = null;
      });
    },
  });

  const connect = (): void => {
    if (opened || isOver) return;
    setState('connecting');
    opened = open({ url, token, log }, events, next => {
      socket = next;
      setState(next?.connected ? 'online' : 'offline');
      if (!next?.connected) return;
      joined.rejoinAll();
      connected.notify();
    });
  };
  const disconnect = (): void => {
    opened?.close();
    opened = null;
    socket = null;
    setState('idle');
  };

  followProfile(profile, { connect, disconnect, join: joined.join });
  return {
    connect,
    disconnect,
    close: () => {
      isOver = true;
      disconnect();
    },
    on: events.on,
    onFilter: events.onFilter,
    join: joined.join,
    rejoin: joined.rejoin,
    onConnect: connected.add,
    state: () => state,
    onStateChange: changed.add,
  };
};

/** §4: the connection is made when the profile first becomes defined; §7: with the person's own channel. */
const followProfile = (
  profile: RealtimeOptions['profile'],
  { connect, disconnect, join }: Pick<Realtime, 'connect' | 'disconnect' | 'join'>,
): void => {
  let known: number | null = null;
  let held: (() => void)[] = [];
  const follow = (): void => {
    const id = profile.current()?.id ?? null;
    if (id === known) return;
    known = id;
    disconnect();
    for (const leave of held) leave();
    held = id === null ? [] : [join(channels.references), join(channels.user(id))];
    if (id !== null) connect();
  };
  profile.onChange(follow);
  follow();
};

type Socket = ReturnType<TokenManager['socket']>;

/** Milliseconds to wait after the server itself refused or closed; the library does not reconnect in that case. */
const REFUSED_DELAY = socketOptions.reconnectionDelayMax;

/** Milliseconds until the library is loaded again after a failure. */
const LOAD_AGAIN = 30_000;

/** Loads the library and connects; `told` is called with every change of the connection until it is closed. */
const open = (
  { url, token, log }: Pick<RealtimeOptions, 'url' | 'token' | 'log'>,
  events: ClientEventBus,
  told: (socket: Socket | null) => void,
): { close: () => void } => {
  let isClosed = false;
  let socket: Socket | null = null;

  const start = (Manager: typeof TokenManager): void => {
    if (isClosed) return;
    const started = new Manager(url, socketOptions, token, log).socket('/');
    socket = started;
    const tell = (): void => {
      if (isClosed) return;
      told(started);
      if (!started.connected && !started.active) setTimeout(() => !isClosed && started.connect(), REFUSED_DELAY);
    };
    started.on('connect', tell);
    started.on('disconnect', tell);
    started.on('connect_error', tell);
    for (const event of eventNames) started.on(event, (payload: unknown) => events.dispatch(event, payload));
    started.connect();
  };
  const load = async (): Promise<void> => {
    try {
      start((await loadChunk(() => import('./socketManager.ts'))).TokenManager);
    } catch (error) {
      log('The socket client could not be loaded', error);
      if (isClosed) return;
      told(null);
      setTimeout(() => !isClosed && void load(), LOAD_AGAIN);
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

/** The live connection. */
export const useRealtime = (): Realtime => useService('realtime');

/** The state of the live connection; re-renders on change. */
export const useConnection = (): ConnectionState => {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.onStateChange, realtime.state);
};
