import { asc, inArray } from 'drizzle-orm';
import { referenceCollection } from '#contract/references.ts';
import type { Database } from '../db/database.ts';
import { referenceValues } from '../db/schema.ts';
import { foldedName, type Lookups } from '../table/cells.ts';
import type { Importable } from '../table/importable.ts';

/** References that a column of a table can name values of. */
const namedIn = (fields: Importable): string[] => [
  ...new Set(
    [...fields.values()].flatMap(field =>
      field.kind === 'reference' || field.kind === 'references' ? [field.of] : [],
    ),
  ),
];

/** What cells of an import may call the values of references. */
export const loadLookups = async (db: Database, fields: Importable): Promise<Lookups> => {
  const named = namedIn(fields);
  return lookupsOf(named, await loadValues(db, named));
};

/** The values of references, in the order of their ids. */
export const loadValues = (db: Database, references: readonly string[]): Promise<Value[]> =>
  db
    .select()
    .from(referenceValues)
    .where(inArray(referenceValues.reference, [...references]))
    .orderBy(asc(referenceValues.id));

/**
 * What cells may call these values: the name, else the code, else another short text of the value, such as
 * the symbol of a unit. Of two values with one name the cell means neither.
 */
export const lookupsOf = (references: readonly string[], rows: readonly Value[]): Lookups =>
  Object.fromEntries(
    references.map(reference => {
      const values = rows.filter(row => row.reference === reference);
      const byText = new Map<string, number>();
      for (const textOf of textsOf(reference))
        addTexts(
          byText,
          values.map(value => ({ id: value.id, text: textOf(value) })),
        );
      return [reference, byText];
    }),
  );

type Value = typeof referenceValues.$inferSelect;

/** Ways to call a value, the strongest first. */
const textsOf = (reference: string): ((value: Value) => unknown)[] => {
  const own = Object.entries(referenceCollection(reference).fields).filter(
    ([name, { kind }]) => kind === 'text' && !['name', 'code'].includes(name),
  );
  return [
    value => value.name,
    value => value.code,
    ...own.map(
      ([name]) =>
        (value: Value) =>
          value.extra[name],
    ),
  ];
};

const addTexts = (byText: Map<string, number>, values: readonly { id: number; text: unknown }[]): void => {
  const added = new Map<string, number>();
  for (const { id, text } of values) {
    const folded = typeof text === 'string' ? foldedName(text) : '';
    if (!folded || byText.has(folded)) continue;
    added.set(folded, added.has(folded) && added.get(folded) !== id ? 0 : id);
  }
  for (const [folded, id] of added) byText.set(folded, id);
};

/** The name of one value of each reference, for the template's example. */
export const exampleValues = async (db: Database, fields: Importable): Promise<Record<string, string>> => {
  const rows = await db
    .selectDistinctOn([referenceValues.reference], { reference: referenceValues.reference, name: referenceValues.name })
    .from(referenceValues)
    .where(inArray(referenceValues.reference, namedIn(fields)))
    .orderBy(referenceValues.reference, asc(referenceValues.order), asc(referenceValues.id));
  return Object.fromEntries(rows.map(({ reference, name }) => [reference, name]));
};
