import {
  type ExclusionReason,
  exclusionReasons,
  type PublishedRecordType,
  publishedRecords,
  type SyncErrorKind,
  syncErrorKinds,
} from '#contract/synchronization.ts';

type CountedReason = ExclusionReason | SyncErrorKind;
export type ReasonCounts = Record<CountedReason, number>;

/** Keyed by project. A failed record has one reason per error. */
type RecordReasons = ReadonlyMap<number, readonly CountedReason[]>;

/** Keyed by record id. */
export type ReasonsByRecord = Map<number, RecordReasons>;

/** The reasons of all records of a run. Most of a million records have the same ones, so that these are shared. */
interface KnownReasons {
  byRecord: ReasonsByRecord;
  shared: Map<string, RecordReasons>;
}

export type ExclusionReasons = Record<PublishedRecordType, KnownReasons>;

const createKnownReasons = (): KnownReasons => ({ byRecord: new Map(), shared: new Map() });

export const createEmptyExclusionReasons = (): ExclusionReasons => ({
  nomenclature: createKnownReasons(),
  catalog: createKnownReasons(),
});

const copyKnownReasons = ({ byRecord, shared }: KnownReasons): KnownReasons => ({
  byRecord: new Map(byRecord),
  shared: new Map(shared),
});

/** The reasons of a record are never changed, so that they may be shared with the copy. */
export const copyExclusionReasons = (reasons: ExclusionReasons): ExclusionReasons => ({
  nomenclature: copyKnownReasons(reasons.nomenclature),
  catalog: copyKnownReasons(reasons.catalog),
});

export const updateReasons = (
  { byRecord, shared }: KnownReasons,
  ids: readonly number[],
  newReasons: ReasonsByRecord,
): void => {
  for (const id of ids) {
    const reasons = newReasons.get(id);
    if (!reasons) {
      byRecord.delete(id);
      continue;
    }
    const key = [...reasons].join(';');
    const known = shared.get(key) ?? reasons;
    shared.set(key, known);
    byRecord.set(id, known);
  }
};

const addReasons = (counts: ReasonCounts, byProject: RecordReasons, project: number | undefined): void => {
  for (const [id, reasons] of byProject)
    if (project === undefined || id === project) for (const reason of reasons) counts[reason] += 1;
};

export const countReasons = (reasonMaps: readonly ReasonsByRecord[], project?: number): ReasonCounts => {
  const counts: ReasonCounts = { draft: 0, archived: 0, deleted: 0, barcode: 0, categories: 0 };
  for (const byRecord of reasonMaps) for (const byProject of byRecord.values()) addReasons(counts, byProject, project);
  return counts;
};

export const listReasons = (reasonsByEntity: ExclusionReasons): ReasonsByRecord[] =>
  publishedRecords.map(entity => reasonsByEntity[entity].byRecord);

/** Formats a text such as «черновики 12» (12 drafts). Leaves out reasons that do not apply to any record. */
export const formatReasonCounts = (
  counts: ReasonCounts,
  reasonKind: 'leftOut' | 'faults',
  nameOf: (reason: CountedReason) => string,
): string =>
  (reasonKind === 'leftOut' ? exclusionReasons : syncErrorKinds)
    .filter(reason => counts[reason] > 0)
    .map(reason => `${nameOf(reason)} ${counts[reason]}`)
    .join(', ');
