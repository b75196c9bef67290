import { inArray } from 'drizzle-orm';
import type { ImportOptions, ImportPreview } from '#contract/importing.ts';
import { isAllowed } from '#contract/permissions.ts';
import { MAX_NEW_VALUES } from '#contract/preparing.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { isReferenceName, referenceAccess } from '#contract/references.ts';
import type { Database } from '../db/database.ts';
import { referenceLists } from '../db/schema.ts';
import { insertRecord } from '../records/commit.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { getBinding } from '../records/tableBinding.ts';
import type { TableSummary } from '../table/batches.ts';
import { isReferenceField, listUnknownNames } from '../table/cells.ts';
import type { Importable } from '../table/importable.ts';
import { getReferenceTitle } from '../table/labels.ts';
import { type Lookups, listSpellings } from '../table/parseResult.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { TableEdits } from '../table/tableEdits.ts';
import type { UnknownValues } from '../table/unknownValues.ts';

type MissingValues = TableSummary['missing'];

const MAX_EXAMPLES = 20;

export const canCreateMissingValues = (grantedSlugs: ReadonlySet<string>): boolean =>
  isAllowed(referenceAccess, grantedSlugs);

export const describeMissingValues = async (
  db: Database,
  missing: MissingValues,
  canCreate: boolean,
): Promise<ImportPreview['missing']> => ({
  may_create: canCreate && countValues(missing) <= MAX_NEW_VALUES,
  references: await describeReferences(db, missing),
});

export const describeReferences = async (
  db: Database,
  values: MissingValues,
): Promise<ImportPreview['missing']['references']> => {
  const labels = await readReferenceLabels(db, Object.keys(values));
  return Object.entries(values).map(([reference, names]) => ({
    reference: labels.get(reference) ?? reference,
    count: names.length,
    names: names.slice(0, MAX_EXAMPLES),
  }));
};

const readReferenceLabels = async (db: Database, codes: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (codes.length === 0) return new Map();
  const rows = await db
    .select({ code: referenceLists.code, name: referenceLists.name })
    .from(referenceLists)
    .where(inArray(referenceLists.code, [...codes]));
  return new Map([
    ...rows.map(({ code, name }) => [code, name] as const),
    ...codes.filter(isReferenceName).map(code => [code, getReferenceTitle(code)] as const),
  ]);
};

const countValues = (missing: MissingValues): number =>
  Object.values(missing).reduce((sum, names) => sum + names.length, 0);

interface NewValueChoices {
  options?: ImportOptions | undefined;
  edits?: TableEdits | undefined;
}

/** The missing values that the import creates: all of them, or those that the user has chosen for an upload. */
export const selectNewValues = (
  missing: MissingValues,
  fields: Importable,
  { options, edits }: NewValueChoices,
): MissingValues => {
  if (options?.create) return missing;
  const chosenMeanings = collectChosenMeanings(fields, edits);
  return filterValues(missing, (reference, name) => chosenMeanings.has(buildMeaning(reference, name)));
};

/**
 * Omits texts that the user has chosen as new values, in any spelling, since the user has already decided about them.
 */
export const omitChosenTexts = (
  unknownValues: UnknownValues,
  fields: Importable,
  edits: TableEdits | undefined,
): UnknownValues => {
  const chosenMeanings = collectChosenMeanings(fields, edits);
  const isDecided = (name: string, text: string): boolean => {
    const meanings = listMeanings(fields, name, text);
    return meanings.length > 0 && meanings.every(meaning => chosenMeanings.has(meaning));
  };
  return filterValues(unknownValues, (name, { text }) => !isDecided(name, text));
};

const filterValues = <Value>(
  valuesByKey: Readonly<Record<string, readonly Value[]>>,
  isKept: (key: string, value: Value) => boolean,
): Readonly<Record<string, readonly Value[]>> =>
  Object.fromEntries(
    Object.entries(valuesByKey)
      .map(([key, values]) => [key, values.filter(value => isKept(key, value))] as const)
      .filter(([, values]) => values.length > 0),
  );

/** The same for all spellings of a name, because only one spelling is listed as missing. */
const buildMeaning = (reference: string, name: string): string => `${reference} ${listSpellings(name, reference)[0]}`;

const collectChosenMeanings = (fields: Importable, edits: TableEdits | undefined): ReadonlySet<string> =>
  new Set(
    (edits?.corrections.alike ?? []).flatMap(({ field, text, is_new }) =>
      is_new && text !== null ? listMeanings(fields, field, text) : [],
    ),
  );

const listMeanings = (fields: Importable, name: string, text: string): string[] => {
  const field = fields.get(name);
  if (!field || !isReferenceField(field)) return [];
  return listUnknownNames(text, field, {}).map(newName => buildMeaning(field.of, newName));
};

/** @throws {TableRefusal} when there are too many, which probably means that the texts are in the wrong column */
export const createMissingValues = async (
  tx: Database,
  missing: MissingValues,
  changes: PendingChanges,
): Promise<Lookups> => {
  if (countValues(missing) > MAX_NEW_VALUES) throw new TableRefusal('tooManyValues', { limit: MAX_NEW_VALUES });
  const createdValues: Record<string, Map<string, number>> = {};
  for (const [reference, names] of Object.entries(missing)) {
    const binding = getBinding(referenceResource(reference));
    const ids = (createdValues[reference] = new Map());
    for (const name of names) {
      const { id } = await insertRecord(tx, binding, { name }, changes);
      for (const spelledName of listSpellings(name, reference)) ids.set(spelledName, id);
    }
  }
  return createdValues;
};

/** Above any real id, but still within a four-byte integer column. */
const FIRST_TEMPORARY_ID = 2_000_000_000;

/** A preview creates nothing, so the values get temporary ids. */
export const planMissingValues = (missing: MissingValues): { added: Lookups; names: ReadonlyMap<number, string> } => {
  const names = new Map<number, string>();
  const futureValues: Record<string, Map<string, number>> = {};
  if (countValues(missing) > MAX_NEW_VALUES) throw new TableRefusal('tooManyValues', { limit: MAX_NEW_VALUES });
  for (const [reference, newNames] of Object.entries(missing)) {
    const ids = (futureValues[reference] = new Map());
    for (const name of newNames) {
      const id = FIRST_TEMPORARY_ID + names.size;
      names.set(id, name);
      for (const spelledName of listSpellings(name, reference)) ids.set(spelledName, id);
    }
  }
  return { added: futureValues, names };
};
