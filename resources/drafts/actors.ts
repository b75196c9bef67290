import type { DraftChange, RecordChanges } from '#contract/drafts.ts';

/** The person who wrote all of these changes while acting as their author; null when only some of them, or none. */
export const soleActorOf = ({ fields }: Pick<RecordChanges, 'fields'>): DraftChange['acted_by'] | null => {
  const actors = fields.flatMap(({ changes }) => changes.map(({ acted_by }) => acted_by));
  const [first] = actors;
  return first && actors.every(actor => actor?.id === first.id) ? first : null;
};
