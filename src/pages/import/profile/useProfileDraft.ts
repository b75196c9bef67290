import type { ImportMapping } from '#contract/importMapping.ts';
import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { useVersionedDraft } from '../../profiles/useVersionedDraft.ts';

/** A profile with changes that are not saved yet. */
export const useProfileDraft = ({ id, name, mapping, version }: ImportProfileDetails) => {
  const { content, change, ...draft } = useVersionedDraft({
    resource: 'import-profiles',
    id,
    stored: { content: { name, mapping }, version },
  });
  return {
    ...draft,
    ...content,
    rename: (newName: string) => change({ name: newName }),
    setMapping: (newMapping: ImportMapping) => change({ mapping: newMapping }),
  };
};

export type ProfileDraft = ReturnType<typeof useProfileDraft>;
