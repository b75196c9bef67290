import { type HostileFile, refusedAtOnce, refusedWhileRead, unread } from '#tests/support/hostileFiles.ts';
import { bookParts, zipOf } from '#tests/support/tables.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { type Client, type Server, signIn, startServer, UPLOADS, withFolder } from './server.ts';

const TRIES = 10;
const UNPACKED = 400 * 2 ** 20;
/** From the first byte of the upload to the refusal, in ms. */
const MOST_MS = 50;
/** In MB, above what the server had before. */
const MOST_MEMORY = 32;

const bomb = (claimed?: number): Uint8Array =>
  zipOf(
    bookParts(' '.repeat(UNPACKED)).map(entry =>
      entry.name.includes('sheet1') && claimed !== undefined ? { ...entry, claimed } : entry,
    ),
  );

const bombs: readonly HostileFile[] = [
  { what: 'a bomb of 400 MB', name: 'bomb.xlsx', bytes: () => bomb() },
  { what: 'a bomb of 400 MB whose directory lies', name: 'bomb.xlsx', bytes: () => bomb(1000) },
];

/**
 * Sends the running server files made to do harm, which must be refused before they take time or memory. The user has
 * opened the import page, as everybody does who uploads a table.
 */
export const hostilePart: Part = {
  name: 'hostile',
  title: 'Hostile files are refused',
  run: () =>
    withFolder(async dataDir => {
      const server = await startServer({ dataDir });
      try {
        const client = await signIn(server);
        // A warm-up upload, so that the modules it loads are not counted as a file's memory.
        await client.upload('small.csv', new TextEncoder().encode('нет;таких;столбцов'));
        const figures: Figure[] = [];
        for (const file of [...bombs, ...refusedAtOnce, ...refusedWhileRead, ...unread])
          figures.push(...(await measureRefusal(file, client, server)));
        return figures;
      } finally {
        await server.stop();
      }
    }),
};

const measureRefusal = async (file: HostileFile, client: Client, server: Server): Promise<Figure[]> => {
  const content = await file.bytes('http://127.0.0.1:9');
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const times: number[] = [];
  const before = server.memory();
  server.forgetPeak();
  for (let tried = 0; tried < TRIES; tried += 1) {
    await client.get(UPLOADS);
    const [ms, { status }] = await measureTime(() => client.upload(file.name, bytes));
    if (status < 400 || status >= 500) throw new Error(`${file.what} was answered with ${status}`);
    times.push(ms);
  }
  return [
    { label: `${file.what}: upload to refusal`, ours: median(times), unit: 'ms', atMost: MOST_MS },
    { label: '…memory above what it had', ours: server.peakMemory() - before, unit: 'MB', atMost: MOST_MEMORY },
  ];
};
