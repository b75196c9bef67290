import { ApiFailure } from '../errors.ts';

/** What a draft made of a value, or of a pair: null where it is not there. */
export interface Reverted {
  recordId: number;
  item: string;
  before: unknown;
  after: unknown;
}

/** A value is not any more what the draft made of it. */
export const changedSince = ({ before, after }: Reverted, current: unknown): ApiFailure =>
  new ApiFailure('conflict', { text: 'drafts.changedSince', result: { before, after, current } });
