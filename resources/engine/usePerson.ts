import { useMemo } from 'react';
import { useProfile } from '#providers/session/profile.ts';
import type { Definition, Person } from './types.ts';

/** Whoever looks at the screen; null while the profile is unknown. */
export const usePerson = (): Person | null => {
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

/** Whether the person may change these fields of a record, or remove it (null), as far as the record decides it. */
export const useCanEdit = (
  { canEdit }: Pick<Definition, 'canEdit'>,
  record: { id: number },
): ((names: readonly string[] | null) => boolean) => {
  const person = usePerson();
  return names => !canEdit || (person !== null && canEdit(record, person, names));
};
