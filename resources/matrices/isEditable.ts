import { reachOf } from '#contract/matrices.ts';
import type { RecordOf } from '#contract/records.ts';
import { unshared } from '#contract/sharing.ts';

type Matrix = Partial<Pick<RecordOf<'matrices'>, 'author' | 'access'>>;

export const isEditable = (
  person: Parameters<typeof reachOf>[0],
  { author = null, access = unshared }: Matrix,
): boolean => reachOf(person, { author, access }).level === 'edit';
