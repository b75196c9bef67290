import { matrixAccessOf } from '#contract/matrices.ts';
import type { RecordOf } from '#contract/records.ts';
import { emptySharing } from '#contract/sharing.ts';

type Matrix = Partial<Pick<RecordOf<'matrices'>, 'author' | 'access'>>;

export const isEditable = (
  person: Parameters<typeof matrixAccessOf>[0],
  { author = null, access = emptySharing }: Matrix,
): boolean => matrixAccessOf(person, { author, access }).level === 'edit';
