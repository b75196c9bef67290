import { ApiFailure } from '../http/errors.ts';

/** A value, or a pair, before and after a draft; null where it is absent. */
export interface Reverted {
  recordId: number;
  item: string;
  before: unknown;
  after: unknown;
}

/** The failure when a value has changed since the draft. */
export const changedSince = ({ before, after }: Reverted, current: unknown): ApiFailure =>
  new ApiFailure('conflict', { text: 'drafts.changedSince', result: { before, after, current } });
