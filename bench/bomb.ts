import { bookParts, zipOf } from '#tests/support/tables.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { type Client, type Server, signIn, startServer, withFolder } from './server.ts';

const UNPACKED = 400 * 2 ** 20;
const TRIES = 10;

/** Sends the running server a 400 kB workbook that unpacks to 400 MB, which must be refused before it uses memory. */
export const bombPart: Part = {
  name: 'bomb',
  title: 'A zip bomb is refused',
  run: () =>
    withFolder(async dataDir => {
      // Created before the server starts, because it would close a connection that stays idle meanwhile.
      const [honest, lying] = [bomb(), bomb(1000)];
      const server = await startServer({ dataDir });
      try {
        const client = await signIn(server);
        // A warm-up upload, so that the modules it loads are not counted as the bomb's memory.
        await client.upload('small.csv', new TextEncoder().encode('нет;таких;столбцов'));
        return [
          ...(await refusals('by its directory', honest, client, server)),
          ...(await refusals('whose directory lies', lying, client, server)),
        ];
      } finally {
        await server.stop();
      }
    }),
};

const bomb = (claimed?: number): Uint8Array =>
  zipOf(
    bookParts(' '.repeat(UNPACKED)).map(entry =>
      entry.name.includes('sheet1') && claimed !== undefined ? { ...entry, claimed } : entry,
    ),
  );

const refusals = async (which: string, workbook: Uint8Array, client: Client, server: Server): Promise<Figure[]> => {
  const times: number[] = [];
  const before = server.memory();
  server.forgetPeak();
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [ms, { status }] = await measureTime(() => client.upload('bomb.xlsx', workbook));
    if (status !== 413 && status !== 400) throw new Error(`the bomb was answered with ${status}`);
    times.push(ms);
  }
  return [
    { label: `a bomb ${which}: upload to refusal`, ours: median(times), unit: 'ms', atMost: 50 },
    { label: 'the same: memory above what it had', ours: server.peakMemory() - before, unit: 'MB', atMost: 32 },
  ];
};
