import { useMemo } from 'react';
import { useProfile } from '#providers/profile.ts';
import type { Definition } from './types.ts';

/** A definition as the person may see it: without the fields that a slug they lack guards. */
export const useSeen = (definition: Definition): Definition => {
  const permissions = useProfile()?.permissions;
  return useMemo(() => {
    const { collection } = definition;
    const granted = new Set(permissions?.map(({ slug }) => slug));
    const isSeen = (name: string): boolean => {
      const slug = collection.fields[name]?.slug;
      return !slug || granted.has(slug);
    };
    return {
      ...definition,
      collection: {
        ...collection,
        fields: Object.fromEntries(Object.entries(collection.fields).filter(([name]) => isSeen(name))),
      },
      columns: definition.columns.filter(isSeen),
      moreColumns: definition.moreColumns.filter(isSeen),
      filters: definition.filters.filter(isSeen),
    };
  }, [definition, permissions]);
};
