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

/** Keyed by project and record id. A failed record has one reason per error. */
export type ReasonsByRecord = Map<number, Map<number, readonly CountedReason[]>>;

export type ExclusionReasons = Record<PublishedRecordType, ReasonsByRecord>;

export const createEmptyExclusionReasons = (): ExclusionReasons => ({ nomenclature: new Map(), catalog: new Map() });

export const updateReasons = (
  knownReasons: ReasonsByRecord,
  ids: readonly number[],
  newReasons: ReasonsByRecord,
): void => {
  for (const [project, reasons] of newReasons) {
    const before = knownReasons.get(project) ?? new Map<number, readonly CountedReason[]>();
    knownReasons.set(project, before);
    for (const id of ids) {
      const currentReasons = reasons.get(id);
      if (currentReasons) before.set(id, currentReasons);
      else before.delete(id);
    }
  }
};

export const countReasons = (reasonMaps: readonly ReasonsByRecord[], project?: number): ReasonCounts => {
  const counts: ReasonCounts = { draft: 0, archived: 0, deleted: 0, barcode: 0, categories: 0 };
  const relevantReasons = reasonMaps.flatMap(all => [...all].filter(([id]) => project === undefined || id === project));
  for (const reason of relevantReasons.flatMap(([, reasons]) => [...reasons.values()].flat())) counts[reason] += 1;
  return counts;
};

export const listReasons = (reasonsByEntity: ExclusionReasons): ReasonsByRecord[] =>
  publishedRecords.map(entity => reasonsByEntity[entity]);

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
