import { ChannelAnswer } from '#contract/events.ts';
import type { Log } from '../reporting/reporter.ts';

type Verb = 'subscribe' | 'unsubscribe';

/** The channels that components on the page subscribe to (contract 4). */
export interface Channels {
  /**
   * Subscribes to a channel; returns the unsubscribe. `joined` is called each time the subscription begins, with how long
   * the channel had been quiet in ms: whatever was fetched before that may have changed.
   */
  join: (channel: string, joined?: (quietMs: number) => void) => () => void;
  /** Subscribes again to a channel that is already subscribed to. */
  rejoin: (channel: string) => void;
  /** Subscribes to all of them, since a new connection starts with none. */
  rejoinAll: () => void;
}

interface Joined {
  joined: (quietMs: number) => void;
}
const ignore = (): void => undefined;

interface ChannelOptions {
  /** Sends a request and its answer's callback, or does nothing while there is no connection. */
  emit: (verb: Verb, channel: string, answered: (answer: unknown) => void) => void;
  log: Log;
  /** Called when a channel was refused: the permissions known here are out of date. */
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
