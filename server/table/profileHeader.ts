import { readHeadings } from './headings.ts';
import type { TableRow } from './row.ts';

/** Headings in any order, because people move columns. */
export const buildHeadingKey = (headings: readonly string[]): string => headings.toSorted().join('\n');

export type IsProfileHeader = (cells: TableRow['cells']) => boolean;

/** Whether a row has exactly the headings of one of the export profiles. */
export const createHeaderCheck = (headingsByProfile: readonly (readonly string[])[]): IsProfileHeader => {
  const knownKeys = new Set(headingsByProfile.map(buildHeadingKey));
  return cells => knownKeys.has(buildHeadingKey(readHeadings(cells).map(({ header }) => header)));
};
