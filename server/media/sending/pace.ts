import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** Durations in ms. */
export interface SendingPace {
  tries: number;
  /** Pause before the second attempt; doubles with each further one. */
  firstDelay: number;
  longestDelay: number;
  limit: number;
  /** Resolves a host to all its addresses, since each of them has to be checked. Replaced in tests. */
  lookup: (host: string) => Promise<LookupAddress[]>;
}

export const defaultPace: SendingPace = {
  tries: 4,
  firstDelay: 1000,
  longestDelay: 30_000,
  limit: 60_000,
  lookup: host => lookup(host, { all: true, verbatim: true }),
};
