import { open, rm } from 'node:fs/promises';
import { type PreparedRow, type RowOutcome, rowOutcomes } from '#contract/preparing.ts';

export interface RowsPage {
  outcome?: RowOutcome | undefined;
  offset: number;
  limit: number;
}

/**
 * Preview rows on disk, one JSON line each, because 100,000 rows would need too much memory. Only their offsets are
 * kept in memory. Rows can be read while others are appended. The file has no name, so that nothing of it is left when the
 * process ends, whatever ends it.
 */
export interface PreparedRowStore {
  add: (rows: readonly PreparedRow[]) => Promise<void>;
  count: (outcome?: RowOutcome) => number;
  /** @returns no rows once the store is closed */
  read: (page: RowsPage) => Promise<PreparedRow[]>;
  close: () => Promise<void>;
}

export const createPreparedRowStore = async (path: string): Promise<PreparedRowStore> => {
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  let isClosed = false;
  /** The start offsets of the lines, followed by the end of the last line. */
  const starts = [0];
  const numbers = Object.fromEntries(rowOutcomes.map(outcome => [outcome, [] as number[]])) as Record<
    RowOutcome,
    number[]
  >;
  const count = (outcome?: RowOutcome): number => (outcome ? numbers[outcome].length : starts.length - 1);
  return {
    count,
    add: async rows => {
      const lines = rows.map(row => Buffer.from(`${JSON.stringify(row)}\n`));
      await file.writeFile(Buffer.concat(lines));
      for (const [index, line] of lines.entries()) {
        const outcome = rows[index]?.outcome;
        if (outcome) numbers[outcome].push(starts.length - 1);
        starts.push((starts.at(-1) ?? 0) + line.byteLength);
      }
    },
    read: async ({ outcome, offset, limit }) => {
      const matchingLines = outcome
        ? numbers[outcome].slice(offset, offset + limit)
        : Array.from({ length: Math.max(0, Math.min(limit, count() - offset)) }, (_, index) => offset + index);
      const rows: PreparedRow[] = [];
      for (const lineIndex of matchingLines) {
        // The store is closed as soon as a newer preview is complete. From then on, the newer preview's rows are read.
        if (isClosed) return [];
        const start = starts[lineIndex] ?? 0;
        const { buffer } = await file.read(Buffer.alloc((starts[lineIndex + 1] ?? start) - start), { position: start });
        rows.push(JSON.parse(buffer.toString()) as PreparedRow);
      }
      return rows;
    },
    close: async () => {
      isClosed = true;
      await file.close();
    },
  };
};
