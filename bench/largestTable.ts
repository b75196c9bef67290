import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { importLimits } from '#contract/limits.ts';
import { filled, onEachDatabase, openFilled, type Place } from './databases.ts';
import { type Figure, measureTime, type Part } from './figures.ts';
import { importOnce } from './importing.ts';
import { writeLargeTable } from './largeTable.ts';
import { signIn, startServer, withFolder } from './server.ts';

const ROWS = importLimits.rows.postgres;

/**
 * `npm run bench -- largest-table`: imports as many new products as PostgreSQL accepts, and the same file again. Fails
 * unless every row is new, and then unchanged. The part `import` already imports the most that PGlite accepts.
 */
export const largestTablePart: Part = {
  name: 'largest-table',
  title: `Import of ${ROWS.toLocaleString('en')} rows on PostgreSQL`,
  isOnlyByName: true,
  run: () =>
    withFolder(async folder => {
      const path = join(folder, 'largest.xlsx');
      await writeLargeTable(path, ROWS);
      return onEachDatabase(({ kind, withPlace }) =>
        kind === 'embedded' ? Promise.resolve([]) : withPlace(place => importTwice(place, path)),
      );
    }),
};

const importTwice = async (place: Place, path: string): Promise<Figure[]> => {
  await (await openFilled(place)).close();
  const server = await startServer({ ...place, env: filled });
  try {
    const client = await signIn(server);
    const bytes = await readFile(path);
    const [ms, counts] = await measureTime(() => importOnce(client, 'largest.xlsx', bytes));
    if (counts.new !== ROWS) throw new Error(`imported ${JSON.stringify(counts)} instead of ${ROWS} new rows`);
    const [againMs, again] = await measureTime(() => importOnce(client, 'largest.xlsx', bytes));
    if (again.unchanged !== ROWS) throw new Error(`the second time gave ${JSON.stringify(again)}`);
    return [
      { label: 'size of the .xlsx', ours: (await stat(path)).size / 1e6, unit: 'MB' },
      { label: 'upload to finished', ours: ms, unit: 'ms' },
      { label: 'the same file again, nothing new', ours: againMs, unit: 'ms' },
      { label: 'peak memory of the server', ours: server.peakMemory(), unit: 'MB' },
    ];
  } finally {
    await server.stop();
  }
};
