import { useMemo } from 'react';
import { replaceFields } from '#contract/collection.ts';
import type { Field } from '#contract/fields.ts';
import { categories, longText, money, text } from '#contract/kinds.ts';
import type { Definition } from '#resources/engine/types.ts';
import { useFields } from '#resources/engine/useFields.ts';
import { nomenclature } from '#resources/nomenclature.tsx';
import type { FileColumn } from './fileColumns.ts';

/**
 * The field that a column holds, with a definition whose forms contain this field. A column may hold only a part of a
 * field, such as the categories of one platform. Such a part becomes a field of its own.
 */
export const useColumnField = ({
  field: name,
  label,
  kind,
}: Pick<FileColumn, 'field' | 'label' | 'kind'>): { definition: Definition; field: Field | undefined } => {
  const definition = useFields(nomenclature.definition);
  return useMemo(() => {
    const { fields } = definition.collection;
    const declaredField = fields[name ?? ''];
    if (declaredField || name === null || !name.includes('.')) return { definition, field: declaredField };
    const createPart = kind === null ? undefined : partFields[kind];
    if (!createPart) return { definition, field: undefined };
    const field = { ...createPart(name.slice(name.indexOf('.') + 1)), ...(label !== null && { label }) };
    return {
      definition: { ...definition, collection: replaceFields(definition.collection, { ...fields, [name]: field }) },
      field,
    };
  }, [definition, name, label, kind]);
};

/** Keyed by the kind of the column. `part` is the platform, project or language. */
const partFields: Readonly<Record<string, (part: string) => Field>> = {
  categories: platform => ({ ...categories(), platform }),
  money: () => money(),
  text: () => text(),
  longText: () => longText(),
};
