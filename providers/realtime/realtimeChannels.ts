import { ChannelAnswer } from '#contract/events.ts';
import type { Log } from '../reporting/reporter.ts';

type Verb = 'subscribe' | 'unsubscribe';

/** Reference-counted channel subscriptions (contract 4). */
export interface Channels {
  /**
   * Subscribes to a channel; returns the unsubscribe function. `joined` runs whenever the subscription starts, with the
   * time since the channel's last event in ms: anything fetched before that may be stale.
   */
  join: (channel: string, joined?: (quietMs: number) => void) => () => void;
  /** §4: REFERENCES_CHANGE_EVENT re-initialises a subscription that is in use. */
  rejoin: (channel: string) => void;
  /** A new connection starts without subscriptions. */
  rejoinAll: () => void;
}

interface Joined {
  joined: (quietMs: number) => void;
}
const ignore = (): void => undefined;

interface ChannelOptions {
  /** Sends a request with an acknowledgement callback; a no-op without a connection. */
  emit: (verb: Verb, channel: string, answered: (answer: unknown) => void) => void;
  log: Log;
  /** Called when the server refuses a channel, which means that the permissions known here are stale. */
  refused: () => void;
}

export const createChannels = ({ emit, log, refused }: ChannelOptions): Channels => {
  const wanted = new Map<string, Set<Joined>>();
  const ask = (verb: Verb, channel: string, tellsHolds = true): void =>
    emit(verb, channel, answer => {
      const { data } = ChannelAnswer.safeParse(answer);
      if (!data) log(`${verb} ${channel}: the answer does not fit the contract`);
      else if (!data.ok) refused();
      else if (verb === 'subscribe' && tellsHolds)
        for (const { joined } of wanted.get(channel) ?? []) joined(data.quiet_ms ?? 0);
    });
  const leave = (channel: string, hold: Joined): void => {
    const holds = wanted.get(channel);
    holds?.delete(hold);
    if (holds?.size === 0 && wanted.delete(channel)) ask('unsubscribe', channel);
  };
  return {
    join: (channel, joined = ignore) => {
      const hold = { joined };
      const holds = wanted.get(channel) ?? new Set();
      wanted.set(channel, holds.add(hold));
      if (holds.size === 1 || joined !== ignore) ask('subscribe', channel);
      return () => leave(channel, hold);
    },
    rejoin: channel => {
      if (wanted.has(channel)) ask('subscribe', channel, false);
    },
    rejoinAll: () => {
      for (const channel of wanted.keys()) ask('subscribe', channel);
    },
  };
};
