import { declaredResources } from '#contract/records.ts';
import { recordedLinks } from '../drafts/recordedLinks.ts';
import { compareEntities } from './entityOrder.ts';
import type { RecordedChange } from './readBatch.ts';

type ChangesByRecord = Map<number, RecordedChange[]>;

/** A step of an undo, which may be divided by records. */
export interface UndoPart {
  kind: 'tree' | 'restore' | 'change' | 'remove';
  entity: string;
  records: ChangesByRecord;
}

/** The records that a batch created, deleted, or created and deleted again. */
export type WholeRecords = ReadonlyMap<string, 'created' | 'deleted' | 'both'>;

const findWholeRecords = (changes: readonly RecordedChange[]): WholeRecords =>
  new Map(
    changes.flatMap(change =>
      isWhole(change) ? [[formatRecordKey(change.entity, change.record_id), wholeKind(change)] as const] : [],
    ),
  );

/** Divides the changes of a batch into parts, in the order in which they have to be undone. */
export const planParts = (
  changes: readonly RecordedChange[],
  whole: WholeRecords = findWholeRecords(changes),
): UndoPart[] => {
  const parts = new Map<string, UndoPart>();
  const add = (kind: UndoPart['kind'], change: RecordedChange): void => {
    const key = `${kind} ${change.entity}`;
    const part = parts.get(key) ?? { kind, entity: change.entity, records: new Map<number, RecordedChange[]>() };
    parts.set(key, part);
    const recordChanges = part.records.get(change.record_id);
    if (recordChanges) recordChanges.push(change);
    else part.records.set(change.record_id, [change]);
  };
  for (const change of changes) {
    const kind = whole.get(formatRecordKey(change.entity, change.record_id));
    // What is left of a record that was created and deleted at once is nothing.
    if (kind === 'both') continue;
    if (change.entity === 'categories') add('tree', change);
    else if (kind === 'created') {
      if (isWhole(change)) add('remove', change);
    } else if (kind === 'deleted') {
      // Its links come back with it.
      if (change.item === '') add('restore', change);
    } else if (!isWhole(change) && !leadsToWhole(change, whole)) add('change', change);
  }
  const list = [...parts.values()].toSorted((part, other) => compareEntities(part.entity, other.entity));
  const ofKind = (kind: UndoPart['kind']) => list.filter(part => part.kind === kind);
  return [...ofKind('tree'), ...ofKind('restore'), ...ofKind('change'), ...ofKind('remove').toReversed()];
};

export const formatRecordKey = (entity: string, id: number | string): string => `${entity} ${id}`;

/** Restored records have a change of their own too, with a label on both sides. */
const isWhole = ({ field, before, after }: RecordedChange): boolean =>
  field === '' && (before === null || after === null);

const wholeKind = ({ before, after }: RecordedChange): 'created' | 'deleted' | 'both' => {
  if (before === null && after === null) return 'both';
  return before === null ? 'created' : 'deleted';
};

const targets = new Map(
  recordedLinks.map(({ entity, field, target }) => [formatRecordKey(entity, field), target?.entity]),
);

/** A pair with a record that the batch created or deleted goes or comes back with it. */
const leadsToWhole = ({ entity, field, item }: RecordedChange, whole: WholeRecords): boolean => {
  const target = targets.get(formatRecordKey(entity, field));
  return target !== undefined && whole.has(formatRecordKey(target, item));
};

export const isKnownEntity = (entity: string): boolean =>
  entity === 'categories' ||
  entity.startsWith('settings/reference/') ||
  declaredResources.some(name => name === entity);
