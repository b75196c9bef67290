import type { WeightUnit } from '#contract/importMapping.ts';
import { type Cell, isBlank, type TableRow, toShortText } from './row.ts';
import { findCurrency, findWeightUnit } from './units.ts';

/** A heading that spans one or two rows. */
export interface Heading {
  index: number;
  header: string;
  /** Its position among equal headings, 1-based. */
  nth: number;
  /** The lower part of a two-row heading. */
  lower?: string;
}

/** The names to try for a heading: the whole heading, and its lower part if the upper part only names a group. */
export const listHeadingAliases = ({ header, lower }: Heading): string[] => (lower ? [header, lower] : [header]);

const getTextAt = (cells: TableRow['cells'], index: number): string =>
  toShortText(cells[index]).replace(/\s+/g, ' ').trim();

/** The headings in a row, without blank cells. */
export const readHeadings = (cells: TableRow['cells']): Heading[] =>
  numberHeadings(Array.from(cells, (_, index) => ({ index, header: getTextAt(cells, index) })));

/**
 * Joins two header rows. A blank cell above another heading belongs to the group on its left, as in a merged cell:
 * «Цена» over «опт» and «розница».
 */
export const joinHeadings = (upperRow: TableRow['cells'], lower: TableRow['cells']): Heading[] => {
  let group = '';
  const width = Math.max(upperRow.length, lower.length);
  return numberHeadings(
    Array.from({ length: width }, (_, index) => {
      const [above, below] = [getTextAt(upperRow, index), getTextAt(lower, index)];
      group = above || (below ? group : '');
      return { index, header: [group, below].filter(Boolean).join(' '), ...(group && below && { lower: below }) };
    }),
  );
};

const numberHeadings = (all: readonly Omit<Heading, 'nth'>[]): Heading[] => {
  const repeatCounts = new Map<string, number>();
  return all.flatMap(heading => {
    if (!heading.header) return [];
    const occurrence = (repeatCounts.get(heading.header) ?? 0) + 1;
    repeatCounts.set(heading.header, occurrence);
    return [{ ...heading, nth: occurrence }];
  });
};

export const isText = (cell: Cell | undefined): cell is string => typeof cell === 'string' && !isBlank(cell);

interface HeadingMeasure {
  name: string;
  unit: WeightUnit | null;
  currency: string | null;
}

/** Longer texts are not headings, and the time for the search grows with the cube of the length. */
const MAX_HEADING_LENGTH = 100;

/** Splits a heading into a name and the measure at its end: «Вес (г)», «Цена, руб.», «Price USD». */
export const parseMeasure = (heading: string): HeadingMeasure | null => {
  if (heading.length > MAX_HEADING_LENGTH) return null;
  const [, name = '', word = ''] = /^(.*[^\s,([:/])[\s,([:/]+([^\s,()[\]]+)[)\]\s.]*$/u.exec(heading) ?? [];
  const [unit, currency] = [findWeightUnit(word), findCurrency(word)];
  return name && (unit ?? currency) ? { name, unit, currency } : null;
};

/**
 * The measure that a heading names before other words, «Цена, USD розница», as joined two-row headings do. A heading
 * with two currencies yields no measure, since either could apply.
 */
export const findMeasureWithin = (heading: string): Omit<HeadingMeasure, 'name'> => {
  const words = heading.length > MAX_HEADING_LENGTH ? [] : heading.split(/[\s,;:()[\]/]+/u);
  return { unit: getSoleItem(words.map(findWeightUnit)), currency: getSoleItem(words.map(findCurrency)) };
};

const getSoleItem = <T>(items: readonly (T | null)[]): T | null => {
  const [soleItem = null, ...others] = new Set(items.filter(item => item !== null));
  return others.length === 0 ? soleItem : null;
};
