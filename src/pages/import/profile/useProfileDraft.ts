import { useMemo, useState } from 'react';
import type { Arrangement } from '#contract/arrangement.ts';
import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import type { NewProfile } from '#contract/preparing.ts';
import { isSame } from '#contract/values.ts';
import { useAutosavedDraft } from '#resources/form/useAutosavedDraft.ts';

interface ProfileEdit {
  /** The profile as it was when editing began. */
  base: NewProfile & { version: number };
  typed: NewProfile;
}

const pickContent = ({ name, arrangement }: NewProfile): NewProfile => ({ name, arrangement });

const isSameContent = (content: NewProfile, other: NewProfile): boolean =>
  isSame(pickContent(content), pickContent(other));

/** A profile with changes that are not saved yet. Without changes it follows the stored one. */
export const useProfileDraft = (storedProfile: ImportProfileDetails) => {
  const [edit, setEdit] = useState<ProfileEdit | null>(null);
  const content = edit?.typed ?? storedProfile;
  const version = edit?.base.version ?? storedProfile.version;
  const contents = useMemo(
    () => ({
      version: edit?.base.version ?? null,
      base: { ...(edit && pickContent(edit.base)) },
      typed: { ...edit?.typed },
    }),
    [edit],
  );
  const { autosaver, draft, settle } = useAutosavedDraft('import-profiles', storedProfile.id, contents);
  const change = (changes: Partial<NewProfile>) =>
    setEdit(before => {
      const base = before?.base ?? { ...pickContent(storedProfile), version: storedProfile.version };
      const typedContent = { ...(before?.typed ?? pickContent(storedProfile)), ...changes };
      return isSameContent(base, typedContent) ? null : { base, typed: typedContent };
    });
  return {
    name: content.name,
    arrangement: content.arrangement,
    /** The version that the changes belong to. */
    version,
    isChanged: edit !== null,
    /** A colleague has saved the profile since the first change. */
    isOutdated: edit !== null && storedProfile.version > edit.base.version && !isSameContent(storedProfile, edit.typed),
    rename: (name: string) => change({ name }),
    arrange: (arrangement: Arrangement) => change({ arrangement }),
    discard: () => setEdit(null),
    autosaver,
    /** Unsaved changes from a closed tab; null if there are none. */
    left: draft && {
      at: draft.at,
      drop: settle,
      restore: () => {
        // The cast is safe: autosave stores arbitrary JSON, but only this hook writes these entries.
        setEdit({ base: { ...draft.base, version: draft.version }, typed: draft.typed } as unknown as ProfileEdit);
        settle();
      },
    },
  };
};

export type ProfileDraft = ReturnType<typeof useProfileDraft>;
