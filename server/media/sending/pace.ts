import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** How long and how often a file is tried, times in ms. */
export interface SendingPace {
  /** Tries of a file, the first one included. */
  tries: number;
  /** Before the second try; each later one waits twice as long. */
  firstDelay: number;
  longestDelay: number;
  /** What a try may take. */
  limit: number;
  /** Every address that a name has. */
  lookup: (host: string) => Promise<LookupAddress[]>;
}

/** The usual. */
export const usualPace: SendingPace = {
  tries: 4,
  firstDelay: 1000,
  longestDelay: 30_000,
  limit: 60_000,
  lookup: host => lookup(host, { all: true, verbatim: true }),
};
