import type { Arrangement } from '#contract/arrangement.ts';
import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { useVersionedDraft } from '../../profiles/useVersionedDraft.ts';

/** A profile with changes that are not saved yet. */
export const useProfileDraft = ({ id, name, arrangement, version }: ImportProfileDetails) => {
  const { content, change, ...draft } = useVersionedDraft({
    resource: 'import-profiles',
    id,
    stored: { content: { name, arrangement }, version },
  });
  return {
    ...draft,
    ...content,
    rename: (newName: string) => change({ name: newName }),
    arrange: (newArrangement: Arrangement) => change({ arrangement: newArrangement }),
  };
};

export type ProfileDraft = ReturnType<typeof useProfileDraft>;
