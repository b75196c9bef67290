import type { z } from 'zod';
import { type Collection, replaceFields } from './collection.ts';
import type { AttributeScope } from './fields/attributes.ts';
import type { Language } from './fields/localized.ts';
import { type Field, type Fields, listFieldsOfKind } from './fields.ts';
import { date, flag, localized, longText, number, reference, references, text } from './kinds.ts';
import type { records } from './records.ts';

/** An attribute definition. Attributes are data, so that staff can add fields without a release. */
export type Attribute = Pick<
  z.output<(typeof records)['settings/attribute']['record']>,
  'code' | 'name' | 'kind' | 'unit' | 'reference' | 'per_language' | 'applies_to' | 'required' | 'archived'
>;

/** The data needed to build attribute fields. Both lists include archived entries, because their values are kept. */
export interface AttributeDefinitions {
  attributes: readonly Attribute[];
  languages: readonly Language[];
}

/**
 * The field of a collection that holds its attribute values; null if there is none. A collection has at most one such
 * field, so callers need not handle several.
 */
export const findAttributesField = ({ fields }: { fields: Fields }): { name: string; scope: AttributeScope } | null => {
  const [attributesField] = listFieldsOfKind(fields, 'attributes');
  return attributesField ? { name: attributesField[0], scope: attributesField[1].scope } : null;
};

const isInScope = (scope: AttributeScope, { applies_to, archived }: Attribute): boolean =>
  !archived && (applies_to === scope || applies_to === 'both');

/**
 * The attributes of a collection as fields named `attributes.<code>`. They use the declared field kinds, so forms,
 * filters and tables need no special case.
 */
export const buildAttributeFields = (
  baseCollection: { fields: Fields },
  { attributes, languages }: AttributeDefinitions,
): Fields => {
  const attributesField = findAttributesField(baseCollection);
  if (!attributesField) return {};
  return Object.fromEntries(
    attributes
      .filter(attribute => isInScope(attributesField.scope, attribute))
      .map(attribute => [
        `${attributesField.name}.${attribute.code}`,
        { ...createField(attribute, languages), label: getAttributeLabel(attribute) },
      ]),
  );
};

export const withAttributes = (baseCollection: Collection, sources: AttributeDefinitions): Collection => {
  const attributesField = findAttributesField(baseCollection);
  if (!attributesField) return baseCollection;
  const fields = Object.fromEntries(
    Object.entries(baseCollection.fields).flatMap(([name, field]) =>
      name === attributesField.name
        ? Object.entries(buildAttributeFields(baseCollection, sources))
        : [[name, field] as const],
    ),
  );
  return replaceFields(baseCollection, fields);
};

const getAttributeLabel = ({ name, unit, kind }: Attribute): string =>
  kind === 'number' && unit ? `${name}, ${unit}` : name;

/** The range includes negative numbers, because an attribute can be negative, for example a temperature. */
const numberLimits = { min: -999_999_999, max: 999_999_999, decimals: 3 };

type FieldFactory = (attribute: Attribute, languages: readonly Language[]) => Field;

const fieldFactories: Record<Attribute['kind'], FieldFactory> = {
  text: ({ per_language, required }, languages) =>
    per_language ? localized('text', languages, { required }) : text({ required, mayBeCode: true }),
  long_text: ({ per_language, required }, languages) =>
    per_language ? localized('longText', languages, { required }) : longText({ required }),
  number: ({ required }) => number({ required, ...numberLimits }),
  flag: () => flag(),
  date: ({ required }) => date({ required }),
  reference: ({ reference: referenceName, required }) => reference(referenceName ?? '', { required }),
  references: ({ reference: referenceName, required }) => references(referenceName ?? '', { required }),
};

const createField: FieldFactory = (attribute, languages) => fieldFactories[attribute.kind](attribute, languages);
