import type { DraftChange, RecordChanges } from '#contract/drafts.ts';

/** The single actor behind all of these changes; null if there are several, or none for some of them. */
export const soleActorOf = ({ fields }: Pick<RecordChanges, 'fields'>): DraftChange['acted_by'] | null => {
  const actors = fields.flatMap(({ changes }) => changes.map(({ acted_by }) => acted_by));
  const [first] = actors;
  return first && actors.every(actor => actor?.id === first.id) ? first : null;
};
