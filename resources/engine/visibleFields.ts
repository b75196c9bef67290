import { useMemo } from 'react';
import { collection } from '#contract/collection.ts';
import { useProfile } from '#providers/session/profile.ts';
import type { Definition } from './types.ts';

export const useVisibleFields = (definition: Definition): Definition => {
  const permissions = useProfile()?.permissions;
  return useMemo(() => {
    const { path, fields, access, search, sort, rules = [] } = definition.collection;
    const granted = new Set(permissions?.map(({ slug }) => slug));
    const isSeen = (name: string): boolean => {
      const slug = fields[name]?.slug;
      return !slug || granted.has(slug);
    };
    return {
      ...definition,
      collection: collection(path, {
        access,
        search,
        sort,
        rules,
        fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isSeen(name))),
      }),
      columns: definition.columns.filter(isSeen),
      optionalColumns: definition.optionalColumns.filter(isSeen),
      filters: definition.filters.filter(isSeen),
    };
  }, [definition, permissions]);
};
