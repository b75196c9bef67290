import { useState } from 'react';
import { useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { GrantedPermission } from '#contract/fields/permissions.ts';
import {
  listGroupSlugs,
  type PermissionGroup,
  type PermissionSlug,
  permissionGroups,
  permissionSlugs,
} from '#contract/permissions.ts';
import { matchesQuery } from '#contract/searchText.ts';
import { getTitleKey } from '#i18n/sections.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { useCurrentUser } from '../engine/useCurrentUser.ts';
import { AccessiblePagesPanel } from './AccessiblePagesPanel.tsx';
import styles from './PermissionsInput.module.css';
import { useAllRecords } from './useAllRecords.ts';
import type { KindInputProps } from './view.ts';

export const PermissionsInput = ({ name, label, field }: KindInputProps<'permissions'>) => {
  const t = useT();
  const { field: input, fieldState } = useInput({ source: name });
  const role = useFormRole(field.besides);
  const [search, setSearch] = useState('');
  const selectedSlugs = new Set(((input.value || []) as GrantedPermission[]).map(({ slug }) => slug));
  const choose = (slugs: readonly PermissionSlug[], isChosen: boolean) => {
    for (const slug of slugs) {
      if (isChosen) selectedSlugs.add(slug);
      else selectedSlugs.delete(slug);
    }
    input.onChange(permissionSlugs.filter(slug => selectedSlugs.has(slug)).map(slug => ({ slug })));
  };
  const isFound = (slug: PermissionSlug): boolean => matchesQuery(`${t(`permissions.${slug}`)} ${slug}`, search);
  const groups = Object.keys(permissionGroups) as PermissionGroup[];
  const visibleGroups = groups.filter(group => listGroupSlugs(group).some(isFound));
  return (
    <div className={styles['permissions']}>
      <header>
        <h2>{label}</h2>
        <small role="status">{t('people.permissions.count', { number: selectedSlugs.size })}</small>
        <SearchField label={t('people.permissions.search')} value={search} onSearch={setSearch} isInner />
      </header>
      {fieldState.error?.message && (
        <p className={styles['fault']} role="alert" tabIndex={-1} ref={input.ref}>
          {fieldState.error.message}
        </p>
      )}
      <div className={styles['grid']}>
        {visibleGroups.map(group => (
          <PermissionGroupFields
            key={group}
            {...{ group, selectedSlugs, role, choose }}
            isClosed={field.readOnly ?? false}
            slugs={listGroupSlugs(group).filter(isFound)}
          />
        ))}
      </div>
      {visibleGroups.length === 0 && <p>{t('people.permissions.nothing')}</p>}
      <AccessiblePagesPanel
        role={role.slug}
        grantedSlugs={new Set([...role.slugs, ...selectedSlugs])}
        isOfRole={!field.besides}
      />
    </div>
  );
};

interface RoleInForm {
  slug: string | null;
  slugs: ReadonlySet<string>;
}

/** The role's own form has no field `besides`, and thus no permissions granted by a role. */
const useFormRole = (excludedSlug: string | undefined): RoleInForm => {
  const slug = (useWatch({ name: excludedSlug ?? 'slug' }) as string | null | undefined) || null;
  const { records } = useAllRecords('roles', 'slug');
  const heldPermissions = excludedSlug ? records.find(({ code }) => code === slug)?.permissions : undefined;
  return { slug, slugs: new Set(heldPermissions?.map(permission => permission.slug)) };
};

interface PermissionGroupFieldsProps {
  group: PermissionGroup;
  slugs: readonly PermissionSlug[];
  selectedSlugs: ReadonlySet<string>;
  role: RoleInForm;
  choose: (slugs: readonly PermissionSlug[], isChosen: boolean) => void;
  isClosed: boolean;
}

const PermissionGroupFields = ({ group, slugs, selectedSlugs, role, choose, isClosed }: PermissionGroupFieldsProps) => {
  const t = useT();
  const grantedSlugs = useCurrentUser()?.grantedSlugs;
  const title = t(getTitleKey(group));
  const selectable = isClosed ? [] : slugs.filter(slug => grantedSlugs?.has(slug) && !role.slugs.has(slug));
  const count = selectable.filter(slug => selectedSlugs.has(slug)).length;
  return (
    <fieldset disabled={isClosed}>
      <legend>
        {selectable.length > 1 ? (
          <Checkbox
            label={title}
            checked={count === selectable.length}
            isPartial={count > 0 && count < selectable.length}
            onChange={({ target }) => choose(selectable, target.checked)}
            aria-label={t('people.permissions.all', { group: title })}
          />
        ) : (
          <span>{title}</span>
        )}
      </legend>
      {slugs.map(slug => {
        const isOfRole = role.slugs.has(slug);
        const isLacking = !isOfRole && !grantedSlugs?.has(slug);
        return (
          <Checkbox
            key={slug}
            title={slug}
            label={t(`permissions.${slug}`)}
            hint={isOfRole ? t('people.permissions.ofRole') : isLacking && t('people.permissions.lacking')}
            checked={isOfRole || selectedSlugs.has(slug)}
            disabled={isOfRole || isLacking}
            onChange={({ target }) => choose([slug], target.checked)}
          />
        );
      })}
    </fieldset>
  );
};
