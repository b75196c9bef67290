import { damaged, randomFrom, wholeTables } from '#tests/support/damagedTables.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { signIn, startServer, withFolder } from './server.ts';

const TABLES = 200;
const SESSION = 300_000;
/** Time in ms after which an answer counts as a hang, because users would give up. */
const HANG = 5000;

/**
 * `npm run bench -- fuzz --runs=10`: sends the running server tables that are damaged in all kinds of ways, for
 * preview.
 */
export const fuzzPart: Part = {
  name: 'fuzz',
  title: 'Damaged tables',
  run: ({ runs }) =>
    withFolder(async dataDir => {
      const server = await startServer({ dataDir });
      try {
        let client = await signIn(server);
        let signedInAt = performance.now();
        const tables = await wholeTables();
        await client.look('whole.xlsx', tables[0] ?? new Uint8Array());
        const before = server.memory();
        server.forgetPeak();
        const times: number[] = [];
        for (const [at, bytes] of damagedBy(tables, runs).entries()) {
          // Signs in again, because an access token lasts ten minutes and a slow machine needs longer than that.
          if (performance.now() - signedInAt > SESSION) {
            client = await signIn(server);
            signedInAt = performance.now();
          }
          const [ms, status] = await measureTime(() => client.look('damaged.xlsx', bytes));
          if (![200, 400, 413].includes(status)) throw new Error(`table ${at} was answered with ${status}`);
          times.push(ms);
        }
        return figures(times, server.peakMemory() - before);
      } finally {
        await server.stop();
      }
    }),
};

/** Seeded, so that each run sends the same tables and a crash can be repeated. */
const damagedBy = (tables: readonly Uint8Array[], runs: number): Uint8Array[] => {
  const random = randomFrom(1);
  return Array.from({ length: runs * TABLES }, () => damaged(tables, random));
};

const figures = (times: readonly number[], memory: number): Figure[] => [
  { label: `${times.length} tables, each: median`, ours: median(times), unit: 'ms' },
  { label: 'the slowest table', ours: Math.max(...times), unit: 'ms', atMost: HANG },
  { label: "growth of the server's memory", ours: memory, unit: 'MB', atMost: 300 },
];
