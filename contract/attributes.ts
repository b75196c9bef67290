import type { z } from 'zod';
import { type Collection, collection } from './collection.ts';
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
 * The field of a collection that holds its attribute values; null when it has none. A collection has at most one, so
 * callers need not handle several.
 */
export const findAttributesField = ({ fields }: { fields: Fields }): { name: string; scope: AttributeScope } | null => {
  const [holder] = listFieldsOfKind(fields, 'attributes');
  return holder ? { name: holder[0], scope: holder[1].scope } : null;
};

const isInScope = (scope: AttributeScope, { applies_to, archived }: Attribute): boolean =>
  !archived && (applies_to === scope || applies_to === 'both');

/**
 * The attributes of a collection as fields named `attributes.<code>`. They use the declared field kinds, so forms,
 * filters and tables need no special case.
 */
export const buildAttributeFields = (
  of: { fields: Fields },
  { attributes, languages }: AttributeDefinitions,
): Fields => {
  const holder = findAttributesField(of);
  if (!holder) return {};
  return Object.fromEntries(
    attributes
      .filter(attribute => isInScope(holder.scope, attribute))
      .map(attribute => [
        `${holder.name}.${attribute.code}`,
        { ...createField(attribute, languages), label: getAttributeLabel(attribute) },
      ]),
  );
};

export const withAttributes = (of: Collection, sources: AttributeDefinitions): Collection => {
  const holder = findAttributesField(of);
  if (!holder) return of;
  const fields = Object.fromEntries(
    Object.entries(of.fields).flatMap(([name, field]) =>
      name === holder.name ? Object.entries(buildAttributeFields(of, sources)) : [[name, field] as const],
    ),
  );
  const { path, access, search, sort, rules = [] } = of;
  const spread = collection(path, { access, search, sort, rules, fields });
  // Keeps the record schema, since the wire format still nests attributes in one field.
  return Object.defineProperty(spread, 'record', { get: () => of.record }) as Collection;
};

const getAttributeLabel = ({ name, unit, kind }: Attribute): string =>
  kind === 'number' && unit ? `${name}, ${unit}` : name;

/** Limits on both sides of zero, because an attribute may be negative, for example a temperature. */
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
  reference: ({ reference: of, required }) => reference(of ?? '', { required }),
  references: ({ reference: of, required }) => references(of ?? '', { required }),
};

const createField: FieldFactory = (attribute, languages) => fieldFactories[attribute.kind](attribute, languages);
