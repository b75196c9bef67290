import { createContext, useMemo } from 'react';
import { useGetList } from 'react-admin';
import { type AttributeDefinitions, findAttributesField, withAttributes } from '#contract/attributes.ts';
import { listFilterNames } from '#contract/filters.ts';
import { MAX_PER_PAGE } from '#contract/limits.ts';
import { getCollection } from '#contract/records.ts';
import { useLiveRecords } from '#providers/realtime/liveRecords.ts';
import { useNotifyOnError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import type { Definition, Tab } from './types.ts';

/**
 * Expands the field that holds user-defined attributes: columns, filters and tabs get one field per attribute,
 * `attributes.<code>`. The screens use only these fields, so that they reflect changes to attributes at once.
 */
export const useFields = (definition: Definition): Definition => {
  const attributesField = findAttributesField(definition.collection)?.name;
  const attributes = useOrderedRecords('settings/attribute', attributesField !== undefined) as
    | AttributeDefinitions['attributes']
    | null;
  const languages = useOrderedRecords('settings/language', attributesField !== undefined) as
    | AttributeDefinitions['languages']
    | null;
  return useMemo(
    () =>
      attributesField
        ? replaceWithAttributes(definition, attributesField, attributes && languages && { attributes, languages })
        : definition,
    [definition, attributesField, attributes, languages],
  );
};

const sourceResources = ['settings/attribute', 'settings/language'] as const;
const orderedQuery = {
  pagination: { page: 1, perPage: MAX_PER_PAGE },
  sort: { field: 'order', order: 'ASC' as const },
};

export const FieldLabels = createContext<Readonly<Record<string, Readonly<Record<string, string>>>>>({});

export const collectLabels = ({ name, collection }: Definition) => ({
  [name]: Object.fromEntries(
    Object.entries(collection.fields).flatMap(([field, { label }]) => (label ? [[field, label]] : [])),
  ),
});

interface OrderedRecord {
  id: number;
  order: number;
}

/** Null until they load. */
const useOrderedRecords = (
  resource: (typeof sourceResources)[number],
  isEnabled: boolean,
): readonly OrderedRecord[] | null => {
  const can = useCan();
  const enabled = isEnabled && can(getCollection(resource).access.list);
  useLiveRecords(resource, { enabled });
  const { data, error } = useGetList<OrderedRecord>(resource, orderedQuery, {
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useNotifyOnError(error);
  // The socket patches records in place without moving them, so they are sorted again here.
  return useMemo(
    () => (enabled ? (data?.toSorted((a, b) => a.order - b.order || a.id - b.id) ?? null) : NO_RECORDS),
    [data, enabled],
  );
};

const NO_RECORDS: readonly never[] = [];

/**
 * While attributes are loading, none of them is shown. The collection already accepts filters for any attribute, so
 * that links stay valid.
 */
const replaceWithAttributes = (
  definition: Definition,
  attributesField: string,
  sources: AttributeDefinitions | null,
): Definition => {
  const collection = sources ? withAttributes(definition.collection, sources) : definition.collection;
  const attributeNames = Object.keys(collection.fields).filter(name => name.startsWith(`${attributesField}.`));
  const all = (names: readonly string[]) => names.flatMap(name => (name === attributesField ? attributeNames : [name]));
  const spreadTab = (tab: Tab): Tab => (typeof tab.fields === 'function' ? tab : { ...tab, fields: all(tab.fields) });
  return {
    ...definition,
    collection,
    isAwaiting: sources === null,
    columns: all(definition.columns),
    optionalColumns: all(definition.optionalColumns),
    filters: listFilterNames(collection.fields),
    tabs:
      definition.tabs &&
      Object.fromEntries(Object.entries(definition.tabs).map(([path, tab]) => [path, spreadTab(tab)])),
  };
};
