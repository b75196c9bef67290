import type { Field } from '#contract/fields.ts';
import { storedAs } from '../records/storedAs.ts';
import { guessedKeys } from './columns.ts';
import type { Importable } from './importable.ts';
import { type FilledCell, written } from './parsed.ts';
import { isBlank, type Table, type TableRow } from './row.ts';

const MOST_TO_READ = 1000;

interface Guess {
  index: number;
  field: Field;
  filled: number;
  keys: Set<string>;
}

/**
 * Whether the values of guessed columns are those of a key: most of them differ from row to row and are what the field's
 * kind takes for evidence. A column of pieces is no barcode, however its header begins.
 */
export const provenKeys = async (
  table: Table,
  header: TableRow,
  fields: Importable,
): Promise<(index: number) => boolean> => {
  const guesses = guessedKeys(header, fields).map(
    ([index, field]): Guess => ({ index, field, filled: 0, keys: new Set() }),
  );
  if (guesses.length === 0) return () => false;
  for await (const group of table.rows()) {
    for (const row of group) if (row.row !== header.row) weigh(guesses, row);
    if (guesses.every(({ filled }) => filled >= MOST_TO_READ)) break;
  }
  const proven = new Set(guesses.filter(({ filled, keys }) => keys.size > filled / 2).map(({ index }) => index));
  return index => proven.has(index);
};

const weigh = (guesses: readonly Guess[], { cells }: TableRow): void => {
  for (const guess of guesses) {
    const cell = cells[guess.index];
    if (isBlank(cell)) continue;
    const text = written(cell as FilledCell);
    guess.filled += 1;
    if (storedAs(guess.field).proves(text)) guess.keys.add(text);
  }
};
