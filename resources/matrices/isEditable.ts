import { getMatrixAccess } from '#contract/matrices.ts';
import type { RecordOf } from '#contract/records.ts';
import { emptySharing } from '#contract/sharing.ts';

type Matrix = Partial<Pick<RecordOf<'matrices'>, 'author' | 'access'>>;

export const isEditable = (
  person: Parameters<typeof getMatrixAccess>[0],
  { author = null, access = emptySharing }: Matrix,
): boolean => getMatrixAccess(person, { author, access }).level === 'edit';
