import type { DraftChange, RecordChanges } from '#contract/drafts.ts';

/** Null if there are several actors, or none for some of the changes. */
export const soleActorOf = ({ fields }: Pick<RecordChanges, 'fields'>): DraftChange['acted_by'] | null => {
  const actors = fields.flatMap(({ changes }) => changes.map(({ acted_by }) => acted_by));
  const [first] = actors;
  return first && actors.every(actor => actor?.id === first.id) ? first : null;
};
