import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { queryRows } from '#server/db/database.ts';
import { csvOf } from '#tests/support/tables.ts';
import { onEachDatabase, openUnrecorded, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { importOnce } from './importing.ts';
import { type Client, type Server, signIn, startServer } from './server.ts';
import { beginUndo, readLastBatch, waitForUndo } from './takeBack.ts';

/** Several transactions of an undo on each database, so that kills fall between them. */
const ROWS = 5000;
/** Each product has another name and another price. */
const CHANGES = 2 * ROWS;

/**
 * `npm run bench -- killed-undos --runs=50`: kills the server at random moments of an undo of an import, that many times
 * on each database, and restarts it on the same data. Fails unless each product is then as before the undo or as after
 * it, and the run ends with all of them taken back once, in a single batch.
 */
export const killedUndosPart: Part = {
  name: 'killed-undos',
  title: 'Undos that are killed',
  run: ({ runs }) => onEachDatabase(rig => rig.withPlace(place => measureKilledUndos(rig, place, runs))),
};

const measureKilledUndos = async (rig: Rig, place: Place, kills: number): Promise<Figure[]> => {
  const settled: number[] = [];
  const returned: number[] = [];
  let server = await startServer(place);
  try {
    let client = await signIn(server);
    await importOnce(client, 'прежние.csv', buildTable('Товар', 100));
    const span = await measureUndo(client);
    for (let kill = 1; kill <= kills; kill += 1) {
      const batch = await importChanges(client);
      const id = await killMidway(server, client, batch, span);
      const { mixed, back } = await readState(place, batch);
      if (mixed > 0) throw new Error(`kill ${kill}, undo ${id}: ${mixed} products are neither before nor after`);
      returned.push(back);
      server = await startServer(place);
      client = await signIn(server);
      const [ms, run] = await measureTime(() => waitForUndo(client, id));
      settled.push(ms);
      if (run.status !== 'finished' || run.counts.changed !== ROWS)
        throw new Error(`kill ${kill}, undo ${id} (${run.status}): ${JSON.stringify(run.counts)} of ${ROWS}`);
      await server.stop();
      const end = await readState(place, batch);
      if (end.back !== ROWS || end.changes !== CHANGES || end.batches !== 1)
        throw new Error(`kill ${kill}, undo ${id}: it ended with ${JSON.stringify(end)}`);
      server = await startServer(place);
      client = await signIn(server);
    }
  } finally {
    await server.stop();
  }
  const of = (label: string) => `${rig.title}, ${kills} kills in an undo: ${label}`;
  return [
    { label: of(`products of ${ROWS} taken back before, median`), ours: median(returned), unit: 'rows' },
    {
      label: of('from the first answer until the run has finished, at most'),
      ours: Math.max(...settled),
      unit: 'ms',
      atMost: 60_000,
    },
  ];
};

const buildTable = (name: string, price: number): Uint8Array => {
  const goods = Array.from({ length: ROWS }, (_, row) => [`UNDO-${row}`, `${name} ${row}`, String(price)]);
  return new TextEncoder().encode(csvOf([['Артикул', 'Название', 'Цена'], ...goods]));
};

const importChanges = async (client: Client): Promise<number> => {
  const { changed } = await importOnce(client, 'новые.csv', buildTable('Новый', 200));
  if (changed !== ROWS) throw new Error(`the import changed ${changed} of ${ROWS} products`);
  return readLastBatch(client);
};

/** How long an undo takes that nobody kills. */
const measureUndo = async (client: Client): Promise<number> => {
  const batch = await importChanges(client);
  const [ms] = await measureTime(async () => waitForUndo(client, await beginUndo(client, batch)));
  return ms;
};

const killMidway = async (server: Server, client: Client, batch: number, span: number): Promise<number> => {
  const id = await beginUndo(client, batch);
  await sleep(Math.random() * span);
  await server.kill();
  return id;
};

interface State {
  /** Products with the name of one import and the price of the other. */
  mixed: number;
  back: number;
  changes: number;
  batches: number;
}

/** Read without the server, which would go on with the run. */
const readState = async (place: Place, batch: number): Promise<State> => {
  const database = await openUnrecorded(place);
  try {
    const [state] = await queryRows<State>(
      database.db,
      sql`select count(*) filter (where (name like 'Новый %') <> (price = 200))::integer as mixed,
          count(*) filter (where name like 'Товар %' and price = 100)::integer as back,
          (select count(*)::integer from changes where batch_id in (${undoesSql(batch)})) as changes,
          (select count(*)::integer from (${undoesSql(batch)}) undoes) as batches
        from products where sku like 'UNDO-%'`,
    );
    if (!state) throw new Error('nothing was counted');
    return state;
  } finally {
    await database.close();
  }
};

const undoesSql = (batch: number) => sql`select id from batches where (details ->> 'undoes')::integer = ${batch}`;
