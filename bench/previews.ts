import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEachDatabase, type Place, type Rig } from './databases.ts';
import { type Figure, median, type Part } from './figures.ts';
import { writeLargeTable } from './largeTable.ts';
import { type Client, signIn, startServer, UPLOADS, withFolder } from './server.ts';

const ROWS = 100_000;
/** Rows that the page shows first. */
const FIRST_ROWS = 100;

/**
 * `npm run bench -- previews`: the preview of a table of 100,000 rows that a profile recognises, and that of a
 * colleague's small table while the large one is being checked. Times count from sending the file.
 */
export const previewsPart: Part = {
  name: 'previews',
  title: `Preview of ${ROWS.toLocaleString('en')} rows by a profile`,
  run: ({ runs }) =>
    withFolder(async folder => {
      const file = join(folder, 'large.xlsx');
      await writeLargeTable(file, ROWS);
      const bytes = await readFile(file);
      return onEachDatabase(rig => figuresOf(rig, bytes, runs));
    }),
};

interface Preview {
  firstRowsMs: number;
  allRowsMs: number;
  colleagueMs: number;
  peakMB: number;
}

const figuresOf = async (rig: Rig, bytes: Uint8Array, runs: number): Promise<Figure[]> => {
  const previews: Preview[] = [];
  for (let run = 0; run < runs; run += 1) previews.push(await rig.withPlace(place => measurePreview(place, bytes)));
  const medianOf = (name: keyof Preview): number => median(previews.map(preview => preview[name]));
  const nameOf = (label: string): string => `${rig.title}: ${label}`;
  return [
    { label: nameOf(`first ${FIRST_ROWS} rows`), ours: medianOf('firstRowsMs'), unit: 'ms', atMost: 1000 },
    { label: nameOf('all rows counted'), ours: medianOf('allRowsMs'), unit: 'ms', atMost: 15_000 },
    { label: nameOf("a colleague's table of 5 rows meanwhile"), ours: medianOf('colleagueMs'), unit: 'ms' },
    { label: nameOf('peak memory of the server'), ours: medianOf('peakMB'), unit: 'MB' },
  ];
};

const measurePreview = async (place: Place, bytes: Uint8Array): Promise<Preview> => {
  const server = await startServer(place);
  try {
    const client = await signIn(server);
    await saveProfile(client);
    server.forgetPeak();
    const large = timePreview(client, 'large.xlsx', bytes, FIRST_ROWS);
    const colleague = await signIn(server, 'content_manager@demo.local');
    const { allRowsMs: colleagueMs } = await timePreview(colleague, 'small.csv', smallTable, 5);
    const { firstRowsMs, allRowsMs, upload } = await large;
    if (upload.profile === null || upload.counts.new !== ROWS)
      throw new Error(`the preview counts ${JSON.stringify(upload.counts)} by profile ${upload.profile?.name}`);
    return { firstRowsMs, allRowsMs, colleagueMs, peakMB: server.peakMemory() };
  } finally {
    await server.stop();
  }
};

interface Upload {
  id: number;
  progress: number;
  refusal: string | null;
  profile: { name: string } | null;
  counts: { new: number };
}

/** Saved for a table with the headings of the large one, which it therefore recognises. */
const saveProfile = async (client: Client): Promise<void> => {
  const { id } = await client.prepare('образец.xlsx', await withFolder(readSample));
  await waitUntilChecked(client, id);
  await client.post(`${UPLOADS}/${id}/profile`, { name: 'Поставщик' });
};

const readSample = async (folder: string): Promise<Uint8Array> => {
  const file = join(folder, 'sample.xlsx');
  await writeLargeTable(file, 10);
  return readFile(file);
};

const smallTable = new TextEncoder().encode(
  ['Артикул;Название', ...[1, 2, 3, 4, 5].map(number => `SMALL-${number};Товар ${number}`)].join('\n'),
);

const timePreview = async (client: Client, name: string, bytes: Uint8Array, firstRows: number) => {
  const startedAt = performance.now();
  const { id } = await client.prepare(name, bytes);
  for (;;) {
    const { items } = (await client.get(`${UPLOADS}/${id}/rows?limit=${firstRows}`)) as { items: unknown[] };
    if (items.length === firstRows) break;
    await sleep(20);
  }
  const firstRowsMs = performance.now() - startedAt;
  const upload = await waitUntilChecked(client, id);
  return { firstRowsMs, allRowsMs: performance.now() - startedAt, upload };
};

const waitUntilChecked = async (client: Client, id: number): Promise<Upload> => {
  for (;;) {
    const upload = (await client.get(`${UPLOADS}/${id}`)) as Upload;
    if (upload.refusal !== null) throw new Error(`the table is refused: ${upload.refusal}`);
    if (upload.progress === 100) return upload;
    await sleep(50);
  }
};
