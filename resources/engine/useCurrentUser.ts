import { useMemo } from 'react';
import type { MessageKey } from '#i18n/translate.ts';
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
        isActing: profile.acted_by !== undefined,
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

/** Why the record is read-only, or why the user may create none (null); null if the general explanation suffices. */
export const useWhyClosed = (
  { whyClosed }: Pick<Definition, 'whyClosed'>,
  record: { id: number } | null,
): MessageKey | null => {
  const person = useCurrentUser();
  return (person && whyClosed?.(record, person)) ?? null;
};
