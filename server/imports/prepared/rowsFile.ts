import { open } from 'node:fs/promises';
import { type PreparedRow, type RowOutcome, rowOutcomes } from '#contract/preparing.ts';

export interface RowsPage {
  outcome?: RowOutcome | undefined;
  offset: number;
  limit: number;
}

/**
 * Preview rows on disk, one JSON line each, because 100,000 rows would need too much memory. Only their offsets are
 * kept in memory. Rows can be read while others are appended.
 */
export interface PreparedRowStore {
  add: (rows: readonly PreparedRow[]) => Promise<void>;
  count: (outcome?: RowOutcome) => number;
  read: (page: RowsPage) => Promise<PreparedRow[]>;
}

export const createPreparedRowStore = async (path: string): Promise<PreparedRowStore> => {
  await (await open(path, 'w', 0o600)).close();
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
      const file = await open(path, 'a');
      await file.writeFile(Buffer.concat(lines)).finally(() => file.close());
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
      // The file is deleted as soon as a newer preview is complete. From then on, the newer preview's rows are read.
      const file = await open(path, 'r').catch(() => null);
      if (!file) return [];
      try {
        const rows: PreparedRow[] = [];
        for (const lineIndex of matchingLines) {
          const start = starts[lineIndex] ?? 0;
          const { buffer } = await file.read(Buffer.alloc((starts[lineIndex + 1] ?? start) - start), {
            position: start,
          });
          rows.push(JSON.parse(buffer.toString()) as PreparedRow);
        }
        return rows;
      } finally {
        await file.close();
      }
    },
  };
};
