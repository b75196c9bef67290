import type { DraftChange, RecordChanges } from '#contract/drafts.ts';

/** The user who acted in all changes; null if several did, or if some changes have no actor. */
export const findSoleActor = ({ fields }: Pick<RecordChanges, 'fields'>): DraftChange['acted_by'] | null => {
  const actors = fields.flatMap(({ changes }) => changes.map(({ acted_by }) => acted_by));
  const [first] = actors;
  return first && actors.every(actor => actor?.id === first.id) ? first : null;
};
