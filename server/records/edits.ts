import { buildAttributeFields, findAttributesField } from '#contract/attributes.ts';
import {
  applyEdits,
  buildBulkSchema,
  type Edits,
  getAddedItems,
  getEditedItems,
  type IsWithin,
  isEdits,
} from '#contract/edits.ts';
import { type Field, type Fields, getInitialValue, getKindTraits } from '#contract/fields.ts';
import { getValueAt, nestValues } from '#contract/values.ts';
import { describeIssue } from '#i18n/issues.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { translateValidation } from '../translate.ts';
import { readAttributeDefinitions } from './attributes.ts';
import { checkPatch } from './checkValues.ts';
import type { WriteRequest } from './decideWrites.ts';
import { getStoredKind } from './getStoredKind.ts';
import type { TableBinding } from './tableBinding.ts';
import type { Patch } from './values.ts';

interface FieldEdits {
  name: string;
  field: Field;
  edits: Edits;
}

/**
 * Converts the values of a bulk edit to a patch per record, because the result of an edit depends on the current value.
 * @throws {ApiFailure} 400 when a value or an edit is invalid for every record
 */
export const createBulkPatch = async (
  db: Database,
  binding: TableBinding,
  patch: Patch,
): Promise<WriteRequest['patch']> => {
  const { edits, values } = await splitEdits(db, binding, patch);
  const gainedValues = Object.fromEntries(
    edits.flatMap(edit => combineGains(edit).map(value => [edit.name, value] as const)),
  );
  await checkPatch(db, binding, nestValues({ ...values, ...gainedValues }));
  if (edits.length === 0) return patch;
  const isWithin = await readParts(db, edits);
  const patches = new Map<string, Patch>();
  return current => {
    const patch = nestValues({ ...values, ...applyFieldEdits(current, edits, isWithin) });
    // Equal patches share one object, because records with the same patch are written together.
    const key = JSON.stringify(patch);
    const knownPatch = patches.get(key) ?? patch;
    patches.set(key, knownPatch);
    return knownPatch;
  };
};

const splitEdits = async (db: Database, { collection }: TableBinding, patch: Patch) => {
  const attributesField = findAttributesField(collection)?.name;
  const attributeEntries = Object.entries((attributesField && (patch[attributesField] as Patch | undefined)) || {});
  const isSpread = attributeEntries.some(([, value]) => isEdits(value));
  const fields: Fields = isSpread
    ? { ...collection.fields, ...buildAttributeFields(collection, await readAttributeDefinitions(db)) }
    : collection.fields;
  const { [attributesField ?? '']: _, ...others } = patch;
  const namedEntries = isSpread
    ? [
        ...Object.entries(others),
        ...attributeEntries.map(([code, value]) => [`${attributesField}.${code}`, value] as const),
      ]
    : Object.entries(patch);
  const edits: FieldEdits[] = [];
  const values: Patch = {};
  for (const [name, value] of namedEntries) {
    const field = fields[name];
    // The validation of values reports that the attribute does not exist.
    if (field && isEdits(value)) edits.push({ name, field, edits: parseEdits(name, field, value) });
    else values[name] = value;
  }
  return { edits, values };
};

/** Attributes are not part of the contract, so edits of them arrive unparsed. */
const parseEdits = (name: string, field: Field, edits: Edits): Edits => {
  const parseResult = buildBulkSchema(field).safeParse(edits, { reportInput: true });
  if (parseResult.success) return parseResult.data as Edits;
  const messages = parseResult.error.issues.map(issue => describeIssue(issue, translateValidation));
  throw new ApiFailure('invalid', { errors: { [name]: [...new Set(messages)] } });
};

/**
 * Combines everything that the edits could add into one value, so that an error is reported once instead of per record.
 */
const combineGains = ({ field, edits }: FieldEdits): unknown[] => {
  const { multiValue } = getKindTraits(field);
  const addedValues = edits.edits.map(getAddedItems).filter(value => value !== undefined);
  const all = addedValues.reduce((sum, value) => multiValue?.add(sum, value) ?? value, getInitialValue(field));
  return addedValues.length > 0 ? [all] : [];
};

/** @throws {ApiFailure} 400 if an edit names an item outside the part to which it is limited */
const readParts = async (db: Database, fieldEdits: readonly FieldEdits[]): Promise<IsWithin> => {
  const members = new Map<string, ReadonlySet<unknown>>();
  for (const { name, field, edits } of fieldEdits) {
    const { part } = getStoredKind(field);
    for (const edit of edits.edits) {
      if (edit.within === undefined || !part) continue;
      const knownMembers = members.get(edit.within) ?? (await part.members(db, edit.within));
      members.set(edit.within, knownMembers);
      if (!getEditedItems(edit).every(item => knownMembers.has(item)))
        throw new ApiFailure('invalid', { errors: { [name]: [translateValidation(part.fault)] } });
    }
  }
  return (item, part) => members.get(part)?.has(item) ?? false;
};

/**
 * The fields that edits change in a record.
 * @throws {ApiFailure} 400 when a field cannot hold the new value
 */
const applyFieldEdits = (current: Patch, all: readonly FieldEdits[], isWithin: IsWithin): Patch => {
  const values: Patch = {};
  for (const { name, field, edits } of all) {
    const before = getValueAt(current, name) ?? getInitialValue(field);
    const after = applyEdits(field, before, edits, isWithin);
    if (getKindTraits(field).change(before, after) === undefined) continue;
    const parseResult = field.schema.safeParse(after, { reportInput: true });
    if (!parseResult.success) {
      const messages = parseResult.error.issues.map(issue => describeIssue(issue, translateValidation));
      throw new ApiFailure('invalid', { errors: { [name]: [...new Set(messages)] } });
    }
    values[name] = after;
  }
  return values;
};
