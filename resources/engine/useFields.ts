import { createContext, useMemo } from 'react';
import { useGetList } from 'react-admin';
import { type AttributeSources, attributesIn, withAttributes } from '#contract/attributes.ts';
import { offeredFilters } from '#contract/filters.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { collectionOf } from '#contract/records.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { useCan } from '#providers/session/profile.ts';
import type { Definition, Tab } from './types.ts';

/**
 * A definition with the attributes that people defined: wherever it names the field that holds them all
 * (columns, filters, tabs), each stands as a field of its own, `attributes.<code>`. Everything below goes
 * by these fields and knows no other. An attribute that is defined, changed or archived shows at once.
 */
export const useFields = (definition: Definition): Definition => {
  const holder = attributesIn(definition.collection)?.name;
  const attributes = useInOrder('settings/attribute', holder !== undefined) as AttributeSources['attributes'] | null;
  const languages = useInOrder('settings/language', holder !== undefined) as AttributeSources['languages'] | null;
  return useMemo(
    () => (holder ? spread(definition, holder, attributes && languages && { attributes, languages }) : definition),
    [definition, holder, attributes, languages],
  );
};

const sources = ['settings/attribute', 'settings/language'] as const;
const inOrder = { pagination: { page: 1, perPage: MAX_PER_PAGE }, sort: { field: 'order', order: 'ASC' as const } };

/** What people called their own fields, by resource and name; `useLabels` looks here first. */
export const FieldLabels = createContext<Readonly<Record<string, Readonly<Record<string, string>>>>>({});

/** The labels of a definition's own fields. */
export const labelsIn = ({ name, collection }: Definition) => ({
  [name]: Object.fromEntries(
    Object.entries(collection.fields).flatMap(([field, { label }]) => (label ? [[field, label]] : [])),
  ),
});

interface Ordered {
  id: number;
  order: number;
}

/** Every record of an ordered resource of the settings, read once and kept up to date; null until it has been read. */
const useInOrder = (resource: (typeof sources)[number], isWanted: boolean): readonly Ordered[] | null => {
  const may = useCan();
  const enabled = isWanted && may(collectionOf(resource).access.list);
  useLiveRecords(resource, { enabled });
  const { data } = useGetList<Ordered>(resource, inOrder, { enabled, staleTime: Number.POSITIVE_INFINITY });
  // What the socket changed in place may have moved.
  return useMemo(
    () => (enabled ? (data?.toSorted((one, other) => one.order - other.order || one.id - other.id) ?? null) : none),
    [data, enabled],
  );
};

const none: readonly never[] = [];

/** Until it is known which attributes there are the collection knows all that it could be asked for, and no field shows. */
const spread = (definition: Definition, holder: string, sources: AttributeSources | null): Definition => {
  const collection = sources ? withAttributes(definition.collection, sources) : definition.collection;
  const own = Object.keys(collection.fields).filter(name => name.startsWith(`${holder}.`));
  const all = (names: readonly string[]) => names.flatMap(name => (name === holder ? own : [name]));
  const spreadTab = (tab: Tab): Tab => (typeof tab.fields === 'function' ? tab : { ...tab, fields: all(tab.fields) });
  return {
    ...definition,
    collection,
    isAwaiting: sources === null,
    columns: all(definition.columns),
    optionalColumns: all(definition.optionalColumns),
    filters: offeredFilters(collection.fields),
    tabs:
      definition.tabs &&
      Object.fromEntries(Object.entries(definition.tabs).map(([path, tab]) => [path, spreadTab(tab)])),
  };
};
