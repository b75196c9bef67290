import { useCallback } from 'react';
import type { GrantedPermission } from '#contract/fields/permissions.ts';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { PermissionsInput } from './PermissionsInput.tsx';
import { PermissionFilter } from './pickedFilters.tsx';
import { defineFilteredView, type FilterTextProps, type RenderValue } from './view.ts';

const usePermissionsRenderer = (): RenderValue => {
  const t = useT();
  return useCallback(
    value => {
      const heldSlugs = new Set((value as GrantedPermission[]).map(({ slug }) => slug));
      const names = permissionSlugs.filter(slug => heldSlugs.has(slug)).map(slug => t(`permissions.${slug}`));
      return `${t('people.permissions.held', { smart_count: heldSlugs.size })}: ${names.join(', ')}`;
    },
    [t],
  );
};

const PermissionText = ({ name, values }: FilterTextProps<'permissions'>) => {
  const t = useT();
  return [values[name]]
    .flat()
    .map(slug => t(`permissions.${slug as PermissionSlug}`))
    .join(', ');
};

export const permissions = defineFilteredView('permissions', {
  Input: PermissionsInput,
  useCell: usePermissionsRenderer,
  width: () => 300,
  isWide: () => true,
  Filter: PermissionFilter,
  FilterText: PermissionText,
});
