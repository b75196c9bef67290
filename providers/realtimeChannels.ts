import { ChannelAnswer } from '#contract/events.ts';
import type { Log } from './reporter.ts';

type Verb = 'subscribe' | 'unsubscribe';

/** The channels that somebody on the page wants to hear (contract 4). */
export interface Channels {
  /**
   * Asks for a channel; the returned function lets go of it, once. `joined` is told each time the channel
   * is heard from now on, with the ms that it had been quiet: what was read before that may have changed.
   */
  join: (channel: string, joined?: (quietMs: number) => void) => () => void;
  /** Asks once more for a channel that is wanted and heard already. */
  rejoin: (channel: string) => void;
  /** Asks for all of them: a new connection hears none. */
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
  /** Hears that a channel was refused: what is known here of the person's rights is old. */
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
