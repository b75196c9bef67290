import { useMemo } from 'react';
import { collection } from '#contract/collection.ts';
import { useProfile } from '#providers/session/profile.ts';
import type { Definition } from './types.ts';

export const useVisibleFields = (definition: Definition): Definition => {
  const permissions = useProfile()?.permissions;
  return useMemo(() => {
    const { path, fields, access, search, sort, rules = [] } = definition.collection;
    const grantedSlugs = new Set(permissions?.map(({ slug }) => slug));
    const isVisible = (name: string): boolean => {
      const slug = fields[name]?.slug;
      return !slug || grantedSlugs.has(slug);
    };
    return {
      ...definition,
      collection: collection(path, {
        access,
        search,
        sort,
        rules,
        fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isVisible(name))),
      }),
      columns: definition.columns.filter(isVisible),
      optionalColumns: definition.optionalColumns.filter(isVisible),
      filters: definition.filters.filter(isVisible),
    };
  }, [definition, permissions]);
};
