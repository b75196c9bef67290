import { asc, sql } from 'drizzle-orm';
import {
  type AttributeDefinitions,
  buildAttributeFields,
  findAttributesField,
  withAttributes,
} from '#contract/attributes.ts';
import type { Collection } from '#contract/collection.ts';
import type { Field, Fields } from '#contract/fields.ts';
import { nestValues } from '#contract/values.ts';
import { describeIssue } from '#i18n/issues.ts';
import { type Database, queryPreparedRows, queryRows } from '../db/database.ts';
import { attributes, languages } from '../db/schema.ts';
import { translateValidation } from '../translate.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

/** The current attribute definitions and languages. Not cached, since a change must apply to the next write. */
export const readAttributeDefinitions = async (db: Database): Promise<AttributeDefinitions> => ({
  attributes: await db.select().from(attributes).orderBy(asc(attributes.order), asc(attributes.id)),
  languages: await db.select().from(languages).orderBy(asc(languages.order), asc(languages.id)),
});

/**
 * Takes a shared lock on the attribute definitions until the transaction ends, so that the definitions still apply when
 * the values are written.
 */
export const lockDefinitionsShared = async (tx: Database): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${DEFINITIONS_LOCK})`);
};

/** Waits for writers that rely on the definitions, and blocks new writers. */
export const lockDefinitionsExclusively = async (tx: Database): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${DEFINITIONS_LOCK})`);
};

const DEFINITIONS_LOCK = sql`hashtext('vitrina definitions')`;

export const extendWithAttributes = async (db: Database, binding: TableBinding): Promise<TableBinding> => {
  if (!findAttributesField(binding.collection)) return binding;
  const { collection } = await readDefinitions(db, binding);
  return { ...binding, declared: binding.collection, collection };
};

export interface AttributeCheck {
  attributesField: string;
  binding: TableBinding;
  /**
   * Empty values become null, which removes them from the stored object; a new record lacks them from the start.
   * @returns the values as they are stored, the same by dotted names, and errors by `attributes.<code>`
   */
  of: (patch: Patch | undefined, isNew: boolean) => { values: Patch; flat: Patch; errors: Record<string, string[]> };
}

export const createAttributeCheck = async (db: Database, binding: TableBinding): Promise<AttributeCheck> => {
  const attributesField = findAttributesField(binding.collection)?.name ?? '';
  const { fields, collection } = await readLockedDefinitions(db, binding);
  return {
    attributesField,
    binding: { ...binding, collection },
    of: (patch, isNew) => {
      const prefixedValues = Object.entries(patch ?? {}).map(
        ([code, value]) => [`${attributesField}.${code}`, value] as const,
      );
      const { values, errors } = checkAttributeValues(fields, Object.fromEntries(prefixedValues), isNew);
      const keptEntries = isNew ? Object.entries(values).filter(([, value]) => value !== null) : Object.entries(values);
      return {
        values: (nestValues(Object.fromEntries(keptEntries))[attributesField] ?? {}) as Patch,
        flat: values,
        errors,
      };
    },
  };
};

interface Definitions {
  fields: Fields;
  collection: Collection;
}
interface KnownDefinitions extends Definitions {
  text: string;
}

/** By resource. Schemas of fields are expensive to build; the definitions themselves are read for each write. */
const definitionsCache = new Map<string, KnownDefinitions>();

const readDefinitions = async (db: Database, binding: TableBinding): Promise<Definitions> => {
  const [storedRow] = await queryRows<{ text: string }>(
    db,
    sql`select json_build_object(
        'attributes', (select json_agg(of order by of.order, of.id) from ${attributes} of),
        'languages', (select json_agg(of order by of.order, of.id) from ${languages} of)
      )::text as text`,
  );
  return parseDefinitions(storedRow?.text ?? '', binding);
};

/** Takes the same lock as `lockDefinitionsShared`, and reads in the same statement. */
const readLockedDefinitions = async (tx: Database, binding: TableBinding): Promise<Definitions> => {
  const [storedRow] = await queryPreparedRows<{ text: string }>(tx, sql`select held_definitions() as text`);
  return parseDefinitions(storedRow?.text ?? '', binding);
};

const parseDefinitions = (text: string, { resource, collection }: TableBinding): Definitions => {
  const cachedDefinitions = definitionsCache.get(resource);
  if (cachedDefinitions?.text === text) return cachedDefinitions;
  const { attributes: all, languages: spokenLanguages } = JSON.parse(text) as {
    [K in keyof AttributeDefinitions]: AttributeDefinitions[K] | null;
  };
  const sources = { attributes: all ?? [], languages: spokenLanguages ?? [] };
  const definitions = {
    text,
    fields: buildAttributeFields(collection, sources),
    collection: withAttributes(collection, sources),
  };
  definitionsCache.set(resource, definitions);
  return definitions;
};

const checkAttributeValues = (fields: Fields, patch: Patch, isNew: boolean) => {
  const values: Patch = {};
  const errors: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(patch)) {
    const field = fields[name];
    if (!field) errors[name] = [translateValidation('unknownField', { name })];
    else {
      const result = checkAttributeValue(field, value);
      if ('messages' in result) errors[name] = result.messages;
      else values[name] = result.value;
    }
  }
  if (isNew)
    for (const [name, { required }] of Object.entries(fields))
      if (required && patch[name] === undefined) errors[name] = [translateValidation('required')];
  return { values, errors };
};

const checkAttributeValue = (field: Field, attributeValue: unknown): { value: unknown } | { messages: string[] } => {
  const value = attributeValue === false ? null : emptyToNull(attributeValue);
  if (value === null && !field.required) return { value };
  const parseResult = field.schema.safeParse(value, { reportInput: true });
  if (!parseResult.success)
    return { messages: parseResult.error.issues.map(issue => describeIssue(issue, translateValidation)) };
  return { value: Array.isArray(parseResult.data) ? [...new Set(parseResult.data)] : parseResult.data };
};

/** Null for any kind of empty value (an empty text, list or set of texts), so that all of them are stored alike. */
const emptyToNull = (value: unknown): unknown => {
  if (value === '' || value === undefined) return null;
  if (Array.isArray(value)) return value.length > 0 ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  const filledTexts = Object.entries(value).filter(([, text]) => emptyToNull(text) !== null);
  return filledTexts.length > 0 ? Object.fromEntries(filledTexts) : null;
};
