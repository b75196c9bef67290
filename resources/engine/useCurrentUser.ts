import { useMemo } from 'react';
import { useProfile } from '#providers/session/profile.ts';
import type { CurrentUser, Definition } from './types.ts';

/** The signed-in person; null while the profile loads. */
export const useCurrentUser = (): CurrentUser | null => {
  const profile = useProfile();
  return useMemo(
    () =>
      profile && {
        id: profile.id,
        role: profile.role.slug,
        granted: new Set(profile.permissions.map(({ slug }) => slug)),
      },
    [profile],
  );
};

/**
 * Whether the person may change these fields of a record, or delete it (null). Only the record's own rules count
 * here.
 */
export const useCanEdit = (
  { canEdit }: Pick<Definition, 'canEdit'>,
  record: { id: number },
): ((names: readonly string[] | null) => boolean) => {
  const person = useCurrentUser();
  return names => !canEdit || (person !== null && canEdit(record, person, names));
};
