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
  given: Patch,
): Promise<WriteRequest['patch']> => {
  const { edits, values } = await splitEdits(db, binding, given);
  const gained = Object.fromEntries(edits.flatMap(one => combineGains(one).map(value => [one.name, value] as const)));
  await checkPatch(db, binding, nestValues({ ...values, ...gained }));
  if (edits.length === 0) return given;
  const isWithin = await readParts(db, edits);
  const patches = new Map<string, Patch>();
  return current => {
    const patch = nestValues({ ...values, ...applyFieldEdits(current, edits, isWithin) });
    // Equal patches share one object, because records with the same patch are written together.
    const key = JSON.stringify(patch);
    const known = patches.get(key) ?? patch;
    patches.set(key, known);
    return known;
  };
};

const splitEdits = async (db: Database, { collection }: TableBinding, given: Patch) => {
  const holder = findAttributesField(collection)?.name;
  const attributeEntries = Object.entries((holder && (given[holder] as Patch | undefined)) || {});
  const isSpread = attributeEntries.some(([, value]) => isEdits(value));
  const fields: Fields = isSpread
    ? { ...collection.fields, ...buildAttributeFields(collection, await readAttributeDefinitions(db)) }
    : collection.fields;
  const { [holder ?? '']: _, ...others } = given;
  const named = isSpread
    ? [...Object.entries(others), ...attributeEntries.map(([code, value]) => [`${holder}.${code}`, value] as const)]
    : Object.entries(given);
  const edits: FieldEdits[] = [];
  const values: Patch = {};
  for (const [name, value] of named) {
    const field = fields[name];
    // Left to the validation of values, which reports that the attribute does not exist.
    if (field && isEdits(value)) edits.push({ name, field, edits: parseEdits(name, field, value) });
    else values[name] = value;
  }
  return { edits, values };
};

/** Attributes are not part of the contract, so edits of them arrive unparsed. */
const parseEdits = (name: string, field: Field, given: Edits): Edits => {
  const parsed = buildBulkSchema(field).safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data as Edits;
  const faults = parsed.error.issues.map(issue => describeIssue(issue, translateValidation));
  throw new ApiFailure('invalid', { errors: { [name]: [...new Set(faults)] } });
};

/**
 * Combines everything that the edits could add into one value, so that an error is reported once instead of per record.
 */
const combineGains = ({ field, edits }: FieldEdits): unknown[] => {
  const { multiValue } = getKindTraits(field);
  const gains = edits.edits.map(getAddedItems).filter(value => value !== undefined);
  const all = gains.reduce((sum, value) => multiValue?.add(sum, value) ?? value, getInitialValue(field));
  return gains.length > 0 ? [all] : [];
};

/** @throws {ApiFailure} 400 when an edit names an item outside its own part */
const readParts = async (db: Database, edited: readonly FieldEdits[]): Promise<IsWithin> => {
  const members = new Map<string, ReadonlySet<unknown>>();
  for (const { name, field, edits } of edited) {
    const { part } = getStoredKind(field);
    for (const edit of edits.edits) {
      if (edit.within === undefined || !part) continue;
      const known = members.get(edit.within) ?? (await part.members(db, edit.within));
      members.set(edit.within, known);
      if (!getEditedItems(edit).every(item => known.has(item)))
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
    const parsed = field.schema.safeParse(after, { reportInput: true });
    if (!parsed.success) {
      const faults = parsed.error.issues.map(issue => describeIssue(issue, translateValidation));
      throw new ApiFailure('invalid', { errors: { [name]: [...new Set(faults)] } });
    }
    values[name] = after;
  }
  return values;
};
