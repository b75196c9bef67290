import { colToLetter, type DataValidation } from 'hucre/xlsx';
import type { Field, Kind } from '#contract/fields.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { statuses } from '#i18n/ru/resources.ts';
import { translator } from '#i18n/translate.ts';
import { joined } from './several.ts';

const say = translator('ru', importLog);

/** What the cells of fields can say, by the name of the field. */
export type FieldChoices = ReadonlyMap<string, readonly string[]>;

type NamedField = readonly [name: string, field: Field];

/** A sheet beside the table's: a column for each field that has more choices than a rule can hold. */
export interface ChoiceSheet {
  name: string;
  rows: (string | null)[][];
  /** Which columns hold whose choices, and how many. */
  places: ReadonlyMap<string, { column: string; length: number }>;
}

/** The choices of these fields as the columns of a sheet. */
export const choiceSheet = (fields: readonly NamedField[], choices: FieldChoices): ChoiceSheet => {
  const filled = fields.flatMap(([name, { kind }]) => {
    const words = (choices.get(name) ?? []).flatMap(word => (severalKinds.has(kind) ? oneOfSeveral(kind, word) : word));
    return words.length > 0 ? [{ name, words }] : [];
  });
  const height = Math.max(0, ...filled.map(({ words }) => words.length));
  return {
    name: importLog.choices,
    rows: Array.from({ length: height }, (_, row) => filled.map(({ words }) => words[row] ?? null)),
    places: new Map(filled.map(({ name, words }, at) => [name, { column: colToLetter(at), length: words.length }])),
  };
};

/** What may be typed into the cells of a column, as a spreadsheet holds to it; null where it can hold to nothing. */
export const validationOf = (
  [name, field]: NamedField,
  at: number,
  { name: sheet, places }: ChoiceSheet,
  last: number,
): DataValidation | null => {
  const place = places.get(name);
  const rule = place
    ? { type: 'list' as const, formula1: `'${sheet}'!$${place.column}$1:$${place.column}$${place.length}` }
    : (rules[field.kind]?.(field as never) ?? null);
  if (!rule) return null;
  const column = colToLetter(at);
  return {
    ...rule,
    range: `${column}2:${column}${last}`,
    allowBlank: true,
    // Into a cell of several values more is typed than one of them.
    ...(!severalKinds.has(field.kind) && {
      showErrorMessage: true,
      errorTitle: say('validation.title'),
      errorMessage: say(rule.type === 'list' ? 'validation.list' : 'validation.other'),
    }),
  };
};

const severalKinds: ReadonlySet<Kind> = new Set(['references', 'categories'] satisfies Kind[]);

/** A choice as it stands alone in a cell that may hold several. */
const oneOfSeveral = (kind: Kind, word: string): string => joined([word], { byCommas: kind === 'references' }) ?? word;

type Rule = Pick<DataValidation, 'type' | 'operator' | 'formula1' | 'formula2' | 'values'>;

const within = ({ min, max }: { min: number; max: number }): Rule => ({
  type: 'decimal',
  operator: 'between',
  formula1: String(min),
  formula2: String(max),
});
const shorter = ({ max }: { max: number }): Rule => ({
  type: 'textLength',
  operator: 'lessThanOrEqual',
  formula1: String(max),
});

/** What can be said of a kind without a list of its own. */
const rules: { readonly [K in Kind]?: (field: Field<K>) => Rule } = {
  text: shorter,
  longText: shorter,
  number: within,
  money: within,
  flag: () => ({ type: 'list', values: [importLog.skipped.yes, importLog.skipped.no] }),
  date: () => ({ type: 'date', operator: 'greaterThanOrEqual', formula1: '1' }),
  status: ({ values }) => ({
    type: 'list',
    values: values.map(value => (statuses as Readonly<Record<string, string>>)[value] ?? value),
  }),
};
