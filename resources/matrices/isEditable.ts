import { getMatrixAccess } from '#contract/matrices.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { emptySharing } from '#contract/sharing.ts';

type Matrix = Partial<Pick<ResourceRecord<'matrices'>, 'author' | 'access'>>;

export const isEditable = (
  user: Parameters<typeof getMatrixAccess>[0],
  { author = null, access = emptySharing }: Matrix,
): boolean => getMatrixAccess(user, { author, access }).level === 'edit';
