import type { Field } from '#contract/fields.ts';
import type { Conversion, ProposedColumn } from '#contract/importMapping.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { parseCell } from './cells.ts';
import { findFieldByHeading, isKey, mapColumnsByHeading } from './columns.ts';
import { findMeasureWithin, type Heading, listHeadingAliases, parseMeasure } from './headings.ts';
import { imagesColumn, isImageAddress, looksLikeImage, splitImageSources } from './imagesColumn.ts';
import { type Importable, keyFields } from './importable.ts';
import type { Header } from './layout.ts';
import type { Lookups } from './parseResult.ts';
import { findNameSupplement, NAME_FIELD } from './proposeJoin.ts';
import { createKeyCheck, listColumnTexts } from './provenKeys.ts';
import type { TableRow } from './row.ts';
import { findSynonym } from './synonyms.ts';
import { findCurrency, parseMeasured } from './units.ts';

export interface AssignedColumn extends Heading {
  field: string | null;
  reason: ProposedColumn['why'];
  /** The field, if several columns match it equally well, so that the user has to choose. */
  tiedField?: string;
  /**
   * Other columns whose texts are added after the text of this column, for example if there is a column for each image.
   */
  joined?: Heading[];
  conversions: Conversion[];
  conversionsAs: ProposedColumn['conversionsAs'];
}

interface ColumnEvidence {
  fields: Importable;
  lookups: Lookups;
  sample: readonly TableRow[];
  isImageFile: (name: string) => boolean;
}

interface ColumnKnowledge {
  fields: Importable;
  lookups: Lookups;
  closed?: readonly string[];
  /** Whether a text is the name of an image in the archive that comes with the table. */
  isImageFile?: ((name: string) => boolean) | undefined;
}

type FieldGuess = (heading: Heading, evidence: ColumnEvidence) => { field: string; rank: number } | null;

/**
 * Assigns the columns of a table to fields: by the fields' own names, then by synonyms, then by their values. A synonym
 * makes a column the key only if its values look like keys.
 */
export const proposeColumns = (
  { headings }: Header,
  sample: readonly TableRow[],
  { fields, lookups, closed = [], isImageFile = () => false }: ColumnKnowledge,
): AssignedColumn[] => {
  const open = new Map([...fields].filter(([name]) => !closed.includes(name)));
  const evidence = { fields: open, lookups, sample, isImageFile };
  const mappedColumns = mapColumnsByHeading(headings, fields, createKeyCheck(sample));
  const columns = headings.map((heading, index): AssignedColumn => {
    const field = mappedColumns[index]?.field ?? null;
    return { ...heading, field, reason: field === null ? null : 'heading', conversions: [], conversionsAs: {} };
  });
  // The barcode is assigned first, because «Код» (code) is a common name for the article number, but not if the values
  // are barcodes.
  assignBest(columns, evidence, guessByBarcodeSynonym, 'synonym');
  assignBest(columns, evidence, guessByBarcodes, 'values');
  assignBest(columns, evidence, guessBySynonym, 'synonym');
  assignBest(columns, evidence, guessByNames, 'values');
  assignBest(columns, evidence, guessByCurrency, 'type');
  joinName(columns, sample);
  return assignImages(columns, evidence).map(column => addConversions(column, fields));
};

const joinName = (columns: readonly AssignedColumn[], sample: readonly TableRow[]): void => {
  const found = findNameSupplement(
    columns.filter(({ field, header }) => field !== null || !FOREIGN_WORDS.test(header)),
    sample,
  );
  const nameColumn = found && columns.find(({ field }) => field === NAME_FIELD);
  if (nameColumn) Object.assign(nameColumn, { joined: [found], reason: 'namesakes' } satisfies Partial<AssignedColumn>);
};

/**
 * Words for a box, a purchase, an order or a wholesaler. A price, unit or code next to such a word does not describe
 * the product itself.
 */
const FOREIGN_WORDS = new RegExp(
  `(?<!\\p{L})(${[
    'закуп|себестоим|приход|(мелко|крупно)?опт(?!им|ик|ич)|дилер|партн[её]р|заказ',
    'короб|упак|ящик|пал+ет|поддон|блок|(кор|уп|ящ|бл)(?!\\p{L})',
    'purchas|cost|wholesale|dealer|trade price|order|box|carton|case|pack|pallet',
  ].join('|')})`,
  'iu',
);

/** Assigns the best candidate to each free field. If several candidates are equally good, none of them is assigned. */
const assignBest = (
  columns: AssignedColumn[],
  evidence: ColumnEvidence,
  guessField: FieldGuess,
  reason: ProposedColumn['why'],
): void => {
  const guesses = columns.flatMap(column => {
    const guessedField =
      column.field === null && !FOREIGN_WORDS.test(column.header) ? guessField(column, evidence) : null;
    return guessedField && !columns.some(({ field }) => field === guessedField.field)
      ? [{ column, ...guessedField }]
      : [];
  });
  for (const { column, field, rank } of guesses) {
    const rivalGuesses = guesses.filter(other => other.column !== column && other.field === field);
    if (rivalGuesses.some(other => other.rank < rank)) continue;
    if (rivalGuesses.some(other => other.rank === rank)) {
      if (reason === 'synonym') column.tiedField = field;
      continue;
    }
    column.field = field;
    column.reason = reason;
  }
};

const guessBySynonym: FieldGuess = (heading, { fields, lookups, sample }) => {
  const meaning = listHeadingAliases(heading)
    .map(name => findMeaning(name, fields))
    .find(Boolean);
  const field = meaning && fields.get(meaning.field);
  if (!meaning || !field || meaning.field === imagesColumn) return null;
  if (isKey(meaning.field)) return createKeyCheck(sample)(heading.index, field) ? meaning : null;
  return canHold(field, listColumnTexts(sample, heading.index), lookups) ? meaning : null;
};

/**
 * Only existing categories are accepted. Digits in a reference column that match none of the reference's values are
 * probably quantities.
 */
const canHold = (field: Field, columnTexts: readonly string[], lookups: Lookups): boolean => {
  const { names } = getStoredKind(field);
  if (names === null) return true;
  if (names === 'categories')
    return columnTexts.every(text => /[\p{L}№]/u.test(text) && isKnownName(text, field, lookups));
  const unknownTexts = columnTexts.filter(text => !isKnownName(text, field, lookups));
  return unknownTexts.every(text => /\p{L}/u.test(text));
};

/** Matches a synonym, or a field's own name with a different measure: «Вес, г», «Цена, руб.». */
const findMeaning = (name: string, fields: Importable) => {
  const fieldName = findFieldByHeading(name, fields);
  const wholeMatch = fieldName === null ? findSynonym(name, fields) : { field: fieldName, rank: -1 };
  if (wholeMatch) return wholeMatch;
  const measure = parseMeasure(name);
  if (!measure) return null;
  const ownField = findFieldByHeading(measure.name, fields);
  const meantField = ownField === null ? findSynonym(measure.name, fields) : { field: ownField, rank: -1 };
  const field = meantField && fields.get(meantField.field);
  // Rejects a foreign measure: «Цена, т» is the price per tonne.
  const isOfField = field && ((measure.unit && 'unit' in field) || (measure.currency && 'currency' in field));
  return isOfField ? meantField : null;
};

const guessByBarcodeSynonym: FieldGuess = (heading, evidence) => {
  const guessedField = guessBySynonym(heading, evidence);
  return guessedField?.field === keyFields[0] ? guessedField : null;
};

const guessByBarcodes: FieldGuess = ({ index }, { fields, sample }) => {
  const [name] = keyFields;
  const field = fields.get(name);
  return field && createKeyCheck(sample)(index, field) ? { field: name, rank: 0 } : null;
};

/**
 * A column that contains only known brands is the brand column. Digits are no evidence, since they may be quantities.
 */
const guessByNames: FieldGuess = ({ index }, { fields, lookups, sample }) => {
  const columnTexts = new Set(listColumnTexts(sample, index));
  if (columnTexts.size < 2 || ![...columnTexts].every(text => /\p{L}/u.test(text))) return null;
  const matchingField = [...fields].find(([, field]) =>
    [...columnTexts].every(text => isKnownName(text, field, lookups)),
  );
  return matchingField ? { field: matchingField[0], rank: 0 } : null;
};

const PRICE_WORDS = /(?<!\p{L})(цен|стоимост|сумм|прайс|розн|price|amount|retail)/iu;

/** An amount of money is not enough evidence, because delivery costs and bonuses are in roubles too. */
const guessByCurrency: FieldGuess = ({ index, header }, { fields, sample }) => {
  if (!PRICE_WORDS.test(header) && findCurrency(header) === null) return null;
  const columnTexts = listColumnTexts(sample, index);
  const isAmount = (text: string): boolean => findCurrency(parseMeasured(text)?.word ?? '') !== null;
  const currencyField = [...fields].find(([, field]) => 'currency' in field && !('project' in field));
  return currencyField && columnTexts.length > 0 && columnTexts.every(isAmount)
    ? { field: currencyField[0], rank: 0 }
    : null;
};

/** Whether a text is the name of a known reference value or the path of a known category. */
export const isKnownName = (text: string, field: Field, lookups: Lookups): boolean => {
  const { names } = getStoredKind(field);
  return (names === 'values' || names === 'categories') && !('fault' in parseCell(text, field, lookups));
};

/**
 * Joins all image columns, because suppliers often have a column for each image. Unless the heading is the field's own
 * name, only the values count, since a column «Фото» (photo) may also contain just «есть» and «нет» (yes and no).
 */
const assignImages = (columns: readonly AssignedColumn[], evidence: ColumnEvidence): readonly AssignedColumn[] => {
  if (!evidence.fields.has(imagesColumn)) return columns;
  const found = columns.filter(
    column =>
      column.field === imagesColumn || (column.field === null && !column.tiedField && hasImages(column, evidence)),
  );
  const [first, ...joined] = found.toSorted((a, b) => Number(a.field === null) - Number(b.field === null));
  if (!first) return columns;
  const reason = first.reason ?? (isNamedAsImages(first, evidence) ? 'synonym' : 'values');
  const own: AssignedColumn = { ...first, field: imagesColumn, reason, joined };
  return columns.flatMap(column => (column === first ? own : found.includes(column) ? [] : column));
};

const hasImages = (column: Heading, evidence: ColumnEvidence): boolean => {
  const sources = listColumnTexts(evidence.sample, column.index).flatMap(splitImageSources);
  const isImage = isNamedAsImages(column, evidence) ? isImageAddress : () => false;
  const images = sources.filter(one => isImage(one) || looksLikeImage(one) || evidence.isImageFile(one));
  return images.length > sources.length / 2;
};

/** Whether a heading is a usual name for images, possibly with a number: «Фото 2». */
const isNamedAsImages = ({ header }: Heading, { fields }: ColumnEvidence): boolean =>
  findSynonym(header.replace(/[\s№#_]*\d+$/, ''), fields)?.field === imagesColumn;

/** The conversions for the measure in the heading, for a field that is not named in the heading. */
const findConversions = (column: Heading, field: Field): Conversion[] => {
  const { unit, currency } =
    listHeadingAliases(column).map(parseMeasure).find(Boolean) ?? findMeasureWithin(column.header);
  if (unit && 'unit' in field && unit !== field.unit) return [{ kind: 'unit', unit }];
  return currency && 'currency' in field && currency !== field.currency ? [{ kind: 'currency', currency }] : [];
};

const addConversions = (column: AssignedColumn, fields: Importable): AssignedColumn => {
  const all = [...fields].flatMap(([name, field]) => {
    const conversions = findConversions(column, field);
    return conversions.length > 0 ? [[name, conversions] as const] : [];
  });
  const conversionsByField = Object.fromEntries(all);
  const fieldConversions =
    column.field === null || column.reason === 'heading' ? undefined : conversionsByField[column.field];
  return { ...column, conversions: fieldConversions ?? [], conversionsAs: conversionsByField };
};
