import { asc, inArray } from 'drizzle-orm';
import { type Field, listFieldsOfKind } from '#contract/fields.ts';
import { getReference, isReferenceName, referenceCollection } from '#contract/references.ts';
import { type CategoryPath, readCategoryPaths } from '../categories/paths.ts';
import type { Database } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { GetReferenceName } from '../records/kind.ts';
import { isReferenceField } from '../table/cells.ts';
import type { Importable } from '../table/importable.ts';
import { joinPath } from '../table/multiValue.ts';
import { categoryLookupKey, foldName, foldPath, formatCategoryNumber, type Lookups } from '../table/parseResult.ts';
import { splitSynonyms } from '../table/splitSynonyms.ts';
import type { FieldChoices } from '../table/templateChoices.ts';

const listReferences = (fields: Importable): string[] => [
  ...new Set([...fields.values()].flatMap(field => (isReferenceField(field) ? [field.of] : []))),
];

export const loadLookups = async (db: Database, fields: Importable): Promise<Lookups> => {
  const references = listReferences(fields);
  return {
    ...buildLookups(references, await loadValues(db, references)),
    ...buildPathLookups(await readCategoryPaths(db, listPlatforms(fields))),
  };
};

export const listPlatforms = (fields: Importable): string[] => [
  ...new Set(listFieldsOfKind(Object.fromEntries(fields), 'categories').flatMap(([, { platform }]) => platform ?? [])),
];

const buildPathLookups = (paths: readonly CategoryPath[]): Lookups => {
  const lookups: Record<string, Map<string, number>> = {};
  for (const { id, platform, path } of paths) {
    const idsByPath = (lookups[categoryLookupKey(platform)] ??= new Map());
    const foldedPath = foldPath(path);
    idsByPath.set(foldedPath, idsByPath.has(foldedPath) ? 0 : id);
  }
  for (const { id, platform } of paths) lookups[categoryLookupKey(platform)]?.set(formatCategoryNumber(id), id);
  return lookups;
};

export const readNames = async (db: Database, fields: Importable): Promise<GetReferenceName> => {
  const references = listReferences(fields);
  const names = indexUniqueNames(references, await loadValues(db, references));
  const paths = labelCategoryPaths(await readCategoryPaths(db, listPlatforms(fields)));
  return (field, id) => (getStoredKind(field).names === 'categories' ? paths : names).get(id) ?? `№ ${id}`;
};

export const labelCategoryPaths = (paths: readonly CategoryPath[]): ReadonlyMap<number, string> =>
  new Map(paths.map(({ id, path }) => [id, joinPath(path)]));

/**
 * Represents a value by its name if that is unique, otherwise by its code, so that importing the text finds the same
 * value.
 */
export const indexUniqueNames = (
  references: readonly string[],
  values: readonly LookupValue[],
): ReadonlyMap<number, string> => {
  const lookups = buildLookups(references, values);
  return new Map(
    values.map(({ id, name, code, reference }) => {
      const isUnambiguous = (text: string) => lookups[reference]?.get(foldName(text)) === id;
      return [id, [name, code].filter(text => text !== null).find(isUnambiguous) ?? name];
    }),
  );
};

/** Omits archived values, because new records should not get them. */
export const readFieldChoices = async (db: Database, fields: Importable): Promise<FieldChoices> => {
  const references = listReferences(fields);
  const values = await loadValues(db, references);
  const uniqueValueNames = indexUniqueNames(references, values);
  const usedValues = values
    .filter(({ archived }) => !archived)
    .toSorted((a, b) => getSortOrder(a) - getSortOrder(b) || a.id - b.id);
  const paths = await readCategoryPaths(db, listPlatforms(fields));
  const listChoices = (field: Field): string[] => {
    if (isReferenceField(field))
      return usedValues
        .filter(({ reference }) => reference === field.of)
        .map(({ id }) => uniqueValueNames.get(id) ?? '');
    return 'platform' in field
      ? paths.filter(({ platform }) => platform === field.platform).map(({ path }) => joinPath(path))
      : [];
  };
  return new Map([...fields].map(([name, field]) => [name, listChoices(field)] as const));
};

const getSortOrder = ({ order }: LookupValue): number => order ?? Number.MAX_SAFE_INTEGER;

export const loadValues = (db: Database, references: readonly string[]): Promise<LookupValue[]> =>
  db
    .select()
    .from(referenceValues)
    .where(inArray(referenceValues.reference, [...references]))
    .orderBy(asc(referenceValues.id));

/**
 * Maps cell texts to values: by name, otherwise by code, otherwise by another short text such as a unit's symbol,
 * otherwise by a synonym that users have chosen. If two values have the same name, the name is ambiguous and matches
 * neither of them.
 */
export const buildLookups = (references: readonly string[], rows: readonly LookupValue[]): Lookups =>
  Object.fromEntries(
    references.map(reference => {
      const values = rows.filter(row => row.reference === reference);
      const idsByText = new Map<string, number>();
      for (const getTexts of createTextGetters(reference))
        indexUnambiguousTexts(
          idsByText,
          values.flatMap(value => getTexts(value).map(text => ({ id: value.id, text }))),
        );
      addSynonyms(idsByText, reference);
      return [reference, idsByText];
    }),
  );

type LookupValue = typeof referenceValues.$inferSelect;

const createTextGetters = (reference: string): ((value: LookupValue) => unknown[])[] => {
  const textFields = listFieldsOfKind(referenceCollection(reference).fields, 'text');
  const ownTextFields = textFields.filter(([name]) => !['name', 'code', 'synonyms'].includes(name));
  return [
    value => [value.name],
    value => [value.code],
    ...ownTextFields.map(([name]) => (value: LookupValue) => [value.extra[name]]),
    // With and without a trailing full stop, as names are looked up.
    value => splitSynonyms(value.extra['synonyms']).flatMap(text => [text, text.replace(/\.+$/, '')]),
  ];
};

const indexUnambiguousTexts = (
  idsByText: Map<string, number>,
  values: readonly { id: number; text: unknown }[],
): void => {
  const newIds = new Map<string, number>();
  for (const { id, text } of values) {
    const foldedText = typeof text === 'string' ? foldName(text) : '';
    if (!foldedText || idsByText.has(foldedText)) continue;
    newIds.set(foldedText, newIds.has(foldedText) && newIds.get(foldedText) !== id ? 0 : id);
  }
  for (const [foldedText, id] of newIds) idsByText.set(foldedText, id);
};

/** Adds synonyms (such as «Штука», «шт», «pcs») for a value if no other value in the group is known. */
const addSynonyms = (idsByText: Map<string, number>, reference: string): void => {
  const groups = isReferenceName(reference) ? (getReference(reference).synonyms ?? []) : [];
  for (const group of groups) {
    const foldedWords = group.map(foldName);
    const ids = new Set(foldedWords.flatMap(word => idsByText.get(word) ?? idsByText.get(`${word}.`) ?? []));
    const [id] = ids;
    if (id === undefined || ids.size > 1) continue;
    for (const foldedWord of foldedWords) if (!idsByText.has(foldedWord)) idsByText.set(foldedWord, id);
  }
};
