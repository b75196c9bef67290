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

const isSameContent = (one: NewProfile, other: NewProfile): boolean => isSame(pickContent(one), pickContent(other));

/** A profile with changes that are not saved yet. Without changes it follows the stored one. */
export const useProfileDraft = (stored: ImportProfileDetails) => {
  const [edit, setEdit] = useState<ProfileEdit | null>(null);
  const content = edit?.typed ?? stored;
  const version = edit?.base.version ?? stored.version;
  const contents = useMemo(
    () => ({
      version: edit?.base.version ?? null,
      base: { ...(edit && pickContent(edit.base)) },
      typed: { ...edit?.typed },
    }),
    [edit],
  );
  const { autosaver, draft, settle } = useAutosavedDraft('import-profiles', stored.id, contents);
  const change = (changed: Partial<NewProfile>) =>
    setEdit(before => {
      const base = before?.base ?? { ...pickContent(stored), version: stored.version };
      const typed = { ...(before?.typed ?? pickContent(stored)), ...changed };
      return isSameContent(base, typed) ? null : { base, typed };
    });
  return {
    name: content.name,
    arrangement: content.arrangement,
    /** The version that the changes belong to. */
    version,
    isChanged: edit !== null,
    /** A colleague has saved the profile since the first change. */
    isOutdated: edit !== null && stored.version > edit.base.version && !isSameContent(stored, edit.typed),
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
