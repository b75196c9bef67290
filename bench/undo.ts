import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { queryRows } from '#server/db/database.ts';
import { csvOf } from '#tests/support/tables.ts';
import { onEachDatabase, openUnrecorded, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part, quantile } from './figures.ts';
import { importOnce, startLoad } from './importing.ts';
import { writeLargeTable } from './largeTable.ts';
import { type Client, signIn, startServer, withFolder } from './server.ts';
import { beginUndo, readLastBatch, waitForUndo } from './takeBack.ts';

/** An undo may take so many times as long as the import that it takes back. */
const MOST = 3;
/** The slowest of a hundred calls of other users meanwhile, in ms, as during an import. */
const SLOWEST_CALL = 300;

/**
 * Imports new products and then changes all of them, and takes both imports back by runs, while two other users keep
 * requesting lists.
 */
export const undoPart: Part = {
  name: 'undo',
  title: 'Imports that are taken back',
  run: ({ runs, rows }) =>
    withFolder(async folder => {
      const file = join(folder, 'large.xlsx');
      await writeLargeTable(file, rows);
      return onEachDatabase(rig => figuresOf(rig, { file, rows, runs }));
    }),
};

interface Round {
  importMs: number;
  undoMs: number;
  calls: number[];
}
type Rounds = Record<'created' | 'changed', Round> & { changesMB: number };

interface Job {
  file: string;
  rows: number;
  runs: number;
}

const figuresOf = async (rig: Rig, { file, rows, runs }: Job): Promise<Figure[]> => {
  const all: Rounds[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await rig.withPlace(place => measureRounds(place, file, rows)));
  const of = (label: string) => `${rig.title}, ${rows.toLocaleString('en')} rows: ${label}`;
  const figures = (['created', 'changed'] as const).flatMap((kind): Figure[] => {
    const rounds = all.map(round => round[kind]);
    const calls = rounds.flatMap(round => round.calls);
    return [
      {
        label: of(`undo of ${kind} products`),
        ours: median(rounds.map(({ undoMs }) => undoMs)),
        against: { label: 'the import', value: median(rounds.map(({ importMs }) => importMs)) },
        unit: 'ms',
        atMost: MOST,
      },
      {
        label: of(`calls meanwhile, p99 of ${calls.length}`),
        ours: quantile(calls, 0.99),
        unit: 'ms',
        atMost: SLOWEST_CALL,
      },
      { label: of('calls meanwhile, median'), ours: median(calls), unit: 'ms' },
    ];
  });
  return [
    ...figures,
    { label: of('disk for 100,000 changes'), ours: median(all.map(({ changesMB }) => changesMB)), unit: 'MB' },
  ];
};

const measureRounds = async (place: Place, file: string, rows: number): Promise<Rounds> => {
  const server = await startServer(place);
  try {
    const client = await signIn(server);
    const importing = async (name: string, bytes: Uint8Array) => {
      const [importMs] = await measureUnderLoad(client, () => importOnce(client, name, bytes));
      return { importMs, batch: await readLastBatch(client) };
    };
    const created = await importing('large.xlsx', await readFile(file));
    const changed = await importing('changed.csv', buildChanges(rows));
    const undoOf = async ({ importMs, batch }: typeof created, key: 'removed' | 'changed'): Promise<Round> => {
      const [undoMs, { counts, status }, calls] = await measureUnderLoad(client, async () =>
        waitForUndo(client, await beginUndo(client, batch)),
      );
      if (status !== 'finished' || counts[key] !== rows)
        throw new Error(`the undo is ${status} with ${JSON.stringify(counts)} of ${rows} rows`);
      return { importMs, undoMs, calls };
    };
    const rounds = { changed: await undoOf(changed, 'changed'), created: await undoOf(created, 'removed') };
    await server.stop();
    return { ...rounds, changesMB: await readChangesSize(place) };
  } finally {
    await server.stop();
  }
};

const measureUnderLoad = async <T>(client: Client, work: () => Promise<T>): Promise<[number, T, number[]]> => {
  const others = [startLoad(client), startLoad(client)];
  const [ms, result] = await measureTime(work);
  return [ms, result, (await Promise.all(others.map(stop => stop()))).flat()];
};

const buildChanges = (rows: number): Uint8Array => {
  const goods = Array.from({ length: rows }, (_, row) => [
    `L-${String(row + 1).padStart(6, '0')}`,
    `Товар ${row + 1}`,
    String(1 + (row % 999)),
  ]);
  return new TextEncoder().encode(csvOf([['Артикул', 'Название', 'Цена'], ...goods]));
};

/** With the indexes, for 100,000 changes. */
const readChangesSize = async (place: Place): Promise<number> => {
  const database = await openUnrecorded(place);
  const [size] = await queryRows<{ mb: number }>(
    database.db,
    sql`select (pg_total_relation_size('changes') / 1e6 / count(*) * 100000)::double precision as mb from changes`,
  );
  await database.close();
  return size?.mb ?? Number.NaN;
};
