import { isDeepStrictEqual } from 'node:util';
import type { ChangeKey } from '#contract/undo.ts';
import { ApiFailure } from '../http/errors.ts';
import { translate } from '../translate.ts';
import type { RecordedChange } from './readBatch.ts';

export type Way = 'restored' | 'removed' | 'changed';

interface RefusedChange extends ChangeKey {
  failure: ApiFailure;
}

/** What became of each change of a batch. */
export interface UndoTally {
  ways: Map<string, Map<number, Way>>;
  back: RecordedChange[];
  since: (RecordedChange & { current: unknown })[];
  refused: RefusedChange[];
  same: number;
}

export const createTally = (): UndoTally => ({ ways: new Map(), back: [], since: [], refused: [], same: 0 });

export const noteBack = (tally: UndoTally, way: Way, changes: readonly RecordedChange[]): void => {
  for (const change of changes) {
    const records = tally.ways.get(change.entity) ?? new Map<number, Way>();
    // A record that comes back may get old values too.
    if (!records.has(change.record_id)) records.set(change.record_id, way);
    tally.ways.set(change.entity, records);
  }
  tally.back.push(...changes);
};

/** Names the record once, because all of it is refused. */
export const noteRefused = (
  tally: UndoTally,
  { entity, record_id, field, item }: ChangeKey,
  failure: ApiFailure,
): void => void tally.refused.push({ entity, record_id, field, item, failure });

export const createForbiddenFailure = (): ApiFailure => new ApiFailure('forbidden', { text: 'undo.forbidden' });
export const createGoneFailure = (): ApiFailure =>
  new ApiFailure('notFound', { message: translate('undo.recordGone') });

export type IsOverwritten = (change: ChangeKey) => boolean;

const formatChangeKey = ({ entity, record_id, field, item }: ChangeKey): string =>
  JSON.stringify([entity, record_id, field, item]);

export const createOverwriting = (overwrite: 'all' | readonly ChangeKey[]): IsOverwritten => {
  if (overwrite === 'all') return () => true;
  const keys = new Set(overwrite.map(formatChangeKey));
  return change => keys.has(formatChangeKey(change));
};

export type Verdict = 'back' | 'since' | 'same';

/** What to do with a value, by what it is now. */
export const judge = (change: RecordedChange, current: unknown, isOverwritten: IsOverwritten): Verdict => {
  if (isDeepStrictEqual(current, change.before)) return 'same';
  return isDeepStrictEqual(current, change.after) || isOverwritten(change) ? 'back' : 'since';
};
