import type { Conversion, ProposedColumn } from '#contract/arrangement.ts';
import type { Field } from '#contract/fields.ts';
import { storedAs } from '../records/storedAs.ts';
import { parseCell } from './cells.ts';
import { columnsUnder, isKey, namedBy } from './columns.ts';
import { type Heading, measureIn, measureWithin, namesOf } from './headings.ts';
import { type Importable, keyFields } from './importable.ts';
import type { Header } from './layout.ts';
import type { Lookups } from './parsed.ts';
import { provenIn, textsIn } from './provenKeys.ts';
import type { TableRow } from './row.ts';
import { synonymOf } from './synonyms.ts';
import { currencyOf, measured } from './units.ts';

export interface AssignedColumn extends Heading {
  field: string | null;
  why: ProposedColumn['why'];
  /** The field that other columns are called as well, so that a person has to choose. */
  tied?: string;
  conversions: Conversion[];
  conversionsAs: ProposedColumn['conversionsAs'];
}

interface Evidence {
  fields: Importable;
  lookups: Lookups;
  sample: readonly TableRow[];
}

type Guess = (heading: Heading, evidence: Evidence) => { field: string; rank: number } | null;

/**
 * Assigns the columns of a table to fields: by the fields' own names, then by what other people call them, then by
 * their values. A name that is not the field's own makes a column the key only where its values are such keys.
 */
export const proposeColumns = (
  { headings }: Header,
  sample: readonly TableRow[],
  { fields, lookups, closed = [] }: { fields: Importable; lookups: Lookups; closed?: readonly string[] },
): AssignedColumn[] => {
  const open = new Map([...fields].filter(([name]) => !closed.includes(name)));
  const evidence = { fields: open, lookups, sample };
  const named = columnsUnder(headings, fields, provenIn(sample));
  const columns = headings.map((heading, at): AssignedColumn => {
    const field = named[at]?.field ?? null;
    return { ...heading, field, why: field === null ? null : 'heading', conversions: [], conversionsAs: {} };
  });
  // The barcode first: «Код» is a usual name of the article, but not where its values are barcodes.
  assign(columns, evidence, byBarcodeSynonym, 'synonym');
  assign(columns, evidence, byBarcodes, 'values');
  assign(columns, evidence, bySynonym, 'synonym');
  assign(columns, evidence, byNames, 'values');
  assign(columns, evidence, byCurrency, 'type');
  return columns.map(column => withConversions(column, fields));
};

/** Words of a box, a purchase, an order or a wholesaler, whose price, unit and code are not the product's own. */
const OF_OTHERS = new RegExp(
  `(?<!\\p{L})(${[
    'закуп|себестоим|приход|(мелко|крупно)?опт(?!им|ик|ич)|дилер|партн[её]р|заказ',
    'короб|упак|ящик|пал+ет|поддон|блок|(кор|уп|ящ|бл)(?!\\p{L})',
    'purchas|cost|wholesale|dealer|trade price|order|box|carton|case|pack|pallet',
  ].join('|')})`,
  'iu',
);

/** Gives each free field the best of the columns that seem to hold it. Between equals there is no telling. */
const assign = (columns: AssignedColumn[], evidence: Evidence, guess: Guess, why: ProposedColumn['why']): void => {
  const guesses = columns.flatMap(column => {
    const guessed = column.field === null && !OF_OTHERS.test(column.header) ? guess(column, evidence) : null;
    return guessed && !columns.some(({ field }) => field === guessed.field) ? [{ column, ...guessed }] : [];
  });
  for (const { column, field, rank } of guesses) {
    const rivals = guesses.filter(other => other.column !== column && other.field === field);
    if (rivals.some(other => other.rank < rank)) continue;
    if (rivals.some(other => other.rank === rank)) {
      if (why === 'synonym') column.tied = field;
      continue;
    }
    column.field = field;
    column.why = why;
  }
};

const bySynonym: Guess = (heading, { fields, lookups, sample }) => {
  const found = namesOf(heading)
    .map(name => meantBy(name, fields))
    .find(Boolean);
  const field = found && fields.get(found.field);
  if (!found || !field) return null;
  if (isKey(found.field)) return provenIn(sample)(heading.index, field) ? found : null;
  return mayHold(field, textsIn(sample, heading.index), lookups) ? found : null;
};

/** Categories are only chosen among the known ones; of a reference, digits that it does not have are quantities. */
const mayHold = (field: Field, texts: readonly string[], lookups: Lookups): boolean => {
  const { names } = storedAs(field);
  if (names === null) return true;
  if (names === 'categories') return texts.every(text => /[\p{L}№]/u.test(text) && isKnownName(text, field, lookups));
  const unknown = texts.filter(text => !isKnownName(text, field, lookups));
  return unknown.every(text => /\p{L}/u.test(text));
};

/** A synonym, or a field's own name with another measure than the field's: «Вес, г», «Цена, руб.». */
const meantBy = (name: string, fields: Importable) => {
  const called = namedBy(name, fields);
  const whole = called === null ? synonymOf(name, fields) : { field: called, rank: -1 };
  if (whole) return whole;
  const measure = measureIn(name);
  if (!measure) return null;
  const own = namedBy(measure.name, fields);
  const meant = own === null ? synonymOf(measure.name, fields) : { field: own, rank: -1 };
  const field = meant && fields.get(meant.field);
  // «Цена, т» is the price of a tonne.
  const isOfField = field && ((measure.unit && 'unit' in field) || (measure.currency && 'currency' in field));
  return isOfField ? meant : null;
};

const byBarcodeSynonym: Guess = (heading, evidence) => {
  const guessed = bySynonym(heading, evidence);
  return guessed?.field === keyFields[0] ? guessed : null;
};

const byBarcodes: Guess = ({ index }, { fields, sample }) => {
  const [name] = keyFields;
  const field = fields.get(name);
  return field && provenIn(sample)(index, field) ? { field: name, rank: 0 } : null;
};

/** A column of nothing but known brands holds the brand. Digits are no evidence: they may be quantities. */
const byNames: Guess = ({ index }, { fields, lookups, sample }) => {
  const texts = new Set(textsIn(sample, index));
  if (texts.size < 2 || ![...texts].every(text => /\p{L}/u.test(text))) return null;
  const found = [...fields].find(([, field]) => [...texts].every(text => isKnownName(text, field, lookups)));
  return found ? { field: found[0], rank: 0 } : null;
};

const A_PRICE = /(?<!\p{L})(цен|стоимост|сумм|прайс|розн|price|amount|retail)/iu;

/** A delivery or a bonus is in roubles too. */
const byCurrency: Guess = ({ index, header }, { fields, sample }) => {
  if (!A_PRICE.test(header) && currencyOf(header) === null) return null;
  const texts = textsIn(sample, index);
  const isAmount = (text: string): boolean => currencyOf(measured(text)?.word ?? '') !== null;
  const found = [...fields].find(([, field]) => 'currency' in field && !('project' in field));
  return found && texts.length > 0 && texts.every(isAmount) ? { field: found[0], rank: 0 } : null;
};

/** Whether a text is the name of a known value: of a reference, or a category's path. */
export const isKnownName = (text: string, field: Field, lookups: Lookups): boolean => {
  const { names } = storedAs(field);
  return (names === 'values' || names === 'categories') && !('fault' in parseCell(text, field, lookups));
};

/** By the measure of the heading, for a field that it is not the name of. */
const conversionsAs = (column: Heading, field: Field): Conversion[] => {
  const { unit, currency } = namesOf(column).map(measureIn).find(Boolean) ?? measureWithin(column.header);
  if (unit && 'unit' in field && unit !== field.unit) return [{ kind: 'unit', unit }];
  return currency && 'currency' in field && currency !== field.currency ? [{ kind: 'currency', currency }] : [];
};

const withConversions = (column: AssignedColumn, fields: Importable): AssignedColumn => {
  const all = [...fields].flatMap(([name, field]) => {
    const conversions = conversionsAs(column, field);
    return conversions.length > 0 ? [[name, conversions] as const] : [];
  });
  const byField = Object.fromEntries(all);
  const own = column.field === null || column.why === 'heading' ? undefined : byField[column.field];
  return { ...column, conversions: own ?? [], conversionsAs: byField };
};
