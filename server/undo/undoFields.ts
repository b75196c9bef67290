import { getRevertAccess } from '#contract/drafts.ts';
import { isAllowed } from '#contract/permissions.ts';
import { getOwnValue } from '#contract/values.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { LinkBinding } from '../records/bindTable.ts';
import type { WireRecord } from '../records/readRecords.ts';
import type { TableBinding } from '../records/tableBinding.ts';
import type { Patch } from '../records/values.ts';
import { writeRecords } from '../records/writeRecords.ts';
import type { RecordedChange } from './readBatch.ts';
import {
  createForbiddenFailure,
  createGoneFailure,
  judge,
  noteBack,
  noteRefused,
  type UndoTally,
  type Verdict,
} from './tally.ts';
import type { UndoContext } from './undoContext.ts';

interface JudgedRecord {
  patch: Patch;
  back: RecordedChange[];
  since: UndoTally['since'];
  forbidden: RecordedChange[];
  same: number;
}

/** Gives records their old values, in fields and links. Each record is written or refused on its own. */
export const undoFields = async (
  { tx, caller, changes, tally, isOverwritten }: UndoContext,
  binding: TableBinding,
  records: ReadonlyMap<number, readonly RecordedChange[]>,
): Promise<void> => {
  const judged = new Map<number, JudgedRecord>();
  const requests = [...records].map(([id, recordChanges]) => ({
    id,
    // Called again when the record has changed before it was locked.
    patch: (current: WireRecord): Patch => {
      const record = judgeRecord(binding, caller, current, recordChanges, isOverwritten);
      judged.set(id, record);
      return record.patch;
    },
  }));
  const outcomes = await writeRecords(tx, binding, requests, changes);
  for (const [index, { id }] of requests.entries()) {
    const outcome = outcomes[index];
    const [first] = records.get(id) ?? [];
    const record = judged.get(id);
    if (!first) continue;
    if (!record) {
      noteRefused(tally, { ...first, field: '', item: '' }, createGoneFailure());
      continue;
    }
    tally.since.push(...record.since);
    tally.same += record.same;
    for (const change of record.forbidden) noteRefused(tally, change, createForbiddenFailure());
    const [firstBack] = record.back;
    if (outcome?.kind === 'refused' && firstBack) noteRefused(tally, firstBack, outcome.failure);
    else noteBack(tally, 'changed', record.back);
  }
};

const judgeRecord = (
  binding: TableBinding,
  { grantedSlugs }: Caller,
  current: WireRecord,
  recordChanges: readonly RecordedChange[],
  isOverwritten: UndoContext['isOverwritten'],
): JudgedRecord => {
  const record: JudgedRecord = { patch: {}, back: [], since: [], forbidden: [], same: 0 };
  for (const change of recordChanges) {
    const value = readCurrent(binding, current, change);
    const verdict: Verdict = judge(change, value, isOverwritten);
    if (verdict === 'same') record.same += 1;
    else if (!isAllowed(getRevertAccess(binding.resource, change.field) ?? undefined, grantedSlugs))
      record.forbidden.push(change);
    else if (verdict === 'since') record.since.push({ ...change, current: value });
    else {
      record.back.push(change);
      addToPatch(binding, current, record.patch, change);
    }
  }
  return record;
};

/** A dotted name is that of an attribute. */
const splitField = (field: string): [name: string, attribute: string] => {
  const [name = '', ...code] = field.split('.');
  return [name, code.join('.')];
};

const readCurrent = ({ links }: TableBinding, record: WireRecord, { field, item }: RecordedChange): unknown => {
  const [name, attribute] = splitField(field);
  const link = links[name];
  if (link) {
    const pair = (record[name] as unknown[]).find(one => readPairKey(link, one) === item);
    return pair === undefined ? null : readPairValue(link, pair);
  }
  return (attribute ? getOwnValue((record[name] ?? {}) as Patch, attribute) : record[name]) ?? null;
};

const addToPatch = ({ links }: TableBinding, record: WireRecord, patch: Patch, change: RecordedChange): void => {
  const [name, attribute] = splitField(change.field);
  const link = links[name];
  if (link) {
    const pairs = (patch[name] ?? record[name]) as unknown[];
    const others = pairs.filter(pair => readPairKey(link, pair) !== change.item);
    patch[name] = change.before === null ? others : [...others, buildPair(link, change)];
  } else if (attribute) patch[name] = { ...(patch[name] as Patch | undefined), [attribute]: change.before };
  else patch[name] = change.before;
};

/** The property that names the other end of a pair; null if a pair is only its key. */
const findKeyName = ({ value, other }: LinkBinding): string | null =>
  Object.entries(value ?? {}).find(([, column]) => column.name === other.name)?.[0] ?? null;

const readPairKey = (link: LinkBinding, pair: unknown): string => {
  const name = findKeyName(link);
  return String(name === null ? pair : (pair as Patch)[name]);
};

/** The value of a pair as the trigger records it: its further columns, or its key if there are none. */
const readPairValue = (link: LinkBinding, pair: unknown): unknown => {
  const name = findKeyName(link);
  if (name === null) return pair;
  const { [name]: key, ...rest } = pair as Patch;
  return Object.keys(rest).length > 0 ? rest : key;
};

const buildPair = (link: LinkBinding, { item, before }: RecordedChange): unknown => {
  const name = findKeyName(link);
  if (name === null) return before;
  const key = link.other.dataType === 'number' ? Number(item) : item;
  return { [name]: key, ...(typeof before === 'object' ? before : {}) };
};
