import { useMemo } from 'react';
import type { MessageKey } from '#i18n/translate.ts';
import { useProfile } from '#providers/session/profile.ts';
import type { CurrentUser, Definition } from './types.ts';

export const useCurrentUser = (): CurrentUser | null => {
  const profile = useProfile();
  return useMemo(
    () =>
      profile && {
        id: profile.id,
        role: profile.role.slug,
        grantedSlugs: new Set(profile.permissions.map(({ slug }) => slug)),
        isActing: profile.acted_by !== undefined,
      },
    [profile],
  );
};

/**
 * Checks only the record's own rules, because the contract declares the general rules. `names` is null for a deletion.
 */
export const useCanEdit = (
  { canEdit }: Pick<Definition, 'canEdit'>,
  record: { id: number },
): ((names: readonly string[] | null) => boolean) => {
  const user = useCurrentUser();
  return names => !canEdit || (user !== null && canEdit(record, user, names));
};

export const useReadOnlyReason = (
  { whyClosed }: Pick<Definition, 'whyClosed'>,
  record: { id: number } | null,
): MessageKey | null => {
  const user = useCurrentUser();
  return (user && whyClosed?.(record, user)) ?? null;
};
