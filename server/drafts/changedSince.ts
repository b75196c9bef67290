import { ApiFailure } from '../http/errors.ts';

export interface Reverted {
  recordId: number;
  item: string;
  before: unknown;
  after: unknown;
}

export const changedSince = ({ before, after }: Reverted, current: unknown): ApiFailure =>
  new ApiFailure('conflict', { text: 'drafts.changedSince', result: { before, after, current } });
