import { ApiFailure } from '../http/errors.ts';

export interface RevertedChange {
  recordId: number;
  item: string;
  before: unknown;
  after: unknown;
}

export const createChangedSinceFailure = ({ before, after }: RevertedChange, current: unknown): ApiFailure =>
  new ApiFailure('conflict', { text: 'drafts.changedSince', result: { before, after, current } });
