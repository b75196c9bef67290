import { ChannelReply } from '#contract/events.ts';
import type { Log } from '../reporting/reporter.ts';

type SubscriptionVerb = 'subscribe' | 'unsubscribe';

export interface Channels {
  /**
   * Subscribes to a channel; returns the unsubscribe function. `onJoined` runs whenever the subscription starts, with the
   * time since the channel's last event in ms: anything fetched before that may be stale.
   */
  join: (channel: string, onJoined?: (quietMs: number) => void) => () => void;
  /** §4: REFERENCES_CHANGE_EVENT initialises a subscription again if it is in use. */
  rejoin: (channel: string) => void;
  /** A new connection starts without subscriptions. */
  rejoinAll: () => void;
}

interface Subscription {
  onJoined: (quietMs: number) => void;
}
const noop = (): void => undefined;

interface ChannelOptions {
  emit: (verb: SubscriptionVerb, channel: string, onAnswer: (reply: unknown) => void) => void;
  log: Log;
  /** A refusal means that the permissions known here are stale. */
  onRefused: () => void;
}

export const createChannels = ({ emit, log, onRefused }: ChannelOptions): Channels => {
  const subscriptions = new Map<string, Set<Subscription>>();
  const request = (verb: SubscriptionVerb, channel: string, notifiesListeners = true): void =>
    emit(verb, channel, reply => {
      const { data } = ChannelReply.safeParse(reply);
      if (!data) log(`${verb} ${channel}: the answer does not fit the contract`);
      else if (!data.ok) onRefused();
      else if (verb === 'subscribe' && notifiesListeners)
        for (const { onJoined } of subscriptions.get(channel) ?? []) onJoined(data.quiet_ms ?? 0);
    });
  const leave = (channel: string, subscription: Subscription): void => {
    const channelSubscriptions = subscriptions.get(channel);
    channelSubscriptions?.delete(subscription);
    if (channelSubscriptions?.size === 0 && subscriptions.delete(channel)) request('unsubscribe', channel);
  };
  return {
    join: (channel, onJoined = noop) => {
      const subscription = { onJoined };
      const channelSubscriptions = subscriptions.get(channel) ?? new Set();
      subscriptions.set(channel, channelSubscriptions.add(subscription));
      if (channelSubscriptions.size === 1 || onJoined !== noop) request('subscribe', channel);
      return () => leave(channel, subscription);
    },
    rejoin: channel => {
      if (subscriptions.has(channel)) request('subscribe', channel, false);
    },
    rejoinAll: () => {
      for (const channel of subscriptions.keys()) request('subscribe', channel);
    },
  };
};
