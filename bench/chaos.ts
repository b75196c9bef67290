import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { crashCluster, findPrograms, onPostgres } from '#tests/support/postgres.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { csvOf } from '#tests/support/tables.ts';
import { type Fleet, faults } from './chaosFaults.ts';
import { type ChaosPerson, createChaosPerson, type Witness } from './chaosPerson.ts';
import { filled, onEachDatabase, openFilled, type Place, type Rig } from './databases.ts';
import type { Figure, Part } from './figures.ts';
import { type OpenWindow, openWindow } from './openWindow.ts';
import { type Server, signIn, startServer } from './server.ts';
import { type SmallDisk, withSmallDisk } from './smallDisk.ts';
import { waitForRunEnd } from './waitForRunEnd.ts';

const PROCESSES = 3;
const PEOPLE = 50;
const IMPORTED_ROWS = 5000;
/** Everything has to work again within, in ms. */
const BACK_MS = 30_000;
const MINUTE_MS = 60_000;

/**
 * `npm run bench -- chaos --minutes=30`: fifty people save products at three processes on one PostgreSQL, and tables are
 * imported, while one fault follows the other. Fails at the first save that was acknowledged and lost, session that
 * ended, row of an import that is missing or there twice, or inconsistency that `vitrina doctor` finds.
 */
export const chaosPart: Part = {
  name: 'chaos',
  title: `${PEOPLE} people at ${PROCESSES} processes, and faults`,
  isOnlyByName: true,
  run: ({ minutes }) =>
    onEachDatabase(rig =>
      rig.kind === 'embedded'
        ? Promise.resolve([])
        : rig.withPlace(place => withSmallDisk(place, (placed, disk) => figuresOf(rig, placed, disk, minutes))),
    ),
};

const figuresOf = async (rig: Rig, place: Place, disk: SmallDisk | null, minutes: number): Promise<Figure[]> => {
  await fill(place);
  const proxy = await openProxy(place.databaseUrl ?? '');
  const start = (at: number, port?: number) => startProcess({ ...place, databaseUrl: proxy.url }, at, port);
  const servers = await Promise.all(Array.from({ length: PROCESSES }, (_, at) => start(at)));
  const fronts = await Promise.all(servers.map(({ origin }) => openProxy(origin)));
  const fleet: Fleet = {
    servers,
    restart: async at => void (servers[at] = await start(at, Number(new URL(servers[at]?.origin ?? '').port))),
    proxy,
    setClock: (at, ms) => writeFileSync(getClockFile(place, at), String(ms)),
    disk,
    crashDatabase: await findCrash(place),
    fronts,
  };
  const people = await signInPeople(fronts);
  const window = await openWindow({ origin: fronts[0]?.url.slice(0, -1) ?? '' }, 'content_manager@demo.local');
  try {
    return await withWork(people, witness => causeFaults(rig, { fleet, people, window, witness, place }, minutes));
  } finally {
    await window.close();
    for (const person of people) person.leave();
    await Promise.all(servers.map(server => server.stop()));
    for (const { close } of [proxy, ...fronts]) close();
  }
};

/** @returns null where PostgreSQL runs on another machine, or without its programs */
const findCrash = async ({ databaseUrl = '' }: Place): Promise<Fleet['crashDatabase']> => {
  const [row] = await onPostgres(databaseUrl, `select current_setting('data_directory') as folder`);
  const [programs, folder] = [findPrograms(), String(row?.['folder'])];
  return programs && existsSync(folder) ? () => crashCluster(programs, folder) : null;
};

const getClockFile = ({ dataDir }: Place, at: number): string => join(dataDir, `clock-${at}`);
const clockJump = join(import.meta.dirname, 'clockJump.mjs');

const startProcess = (place: Place, at: number, port?: number): Promise<Server> =>
  startServer({
    ...place,
    ...(port && { port }),
    env: { ...filled, PROXIES: '1', CLOCK_FILE: getClockFile(place, at) },
    command: [process.execPath, '--import', clockJump, 'dist/server/main.js'],
  });

const fill = async (place: Place): Promise<void> => {
  const database = await openFilled(place);
  await database.db.execute(sql`
    insert into users (email, password, role, first_name, last_name)
    select 'person' || at || '@demo.local', password, role, first_name, last_name || at
    from users, generate_series(1, ${PEOPLE}::integer) at where email = 'content_manager@demo.local'`);
  await database.close();
};

const signInPeople = async (fronts: Fleet['fronts']): Promise<ChaosPerson[]> => {
  const people: ChaosPerson[] = [];
  for (let number = 1; number <= PEOPLE; number += 1) {
    const origin = () => fronts[number % fronts.length]?.url.slice(0, -1) ?? '';
    const seat = { origin, address: `10.0.0.${number}` };
    people.push(await createChaosPerson(seat, `person${number}@demo.local`, number));
  }
  return people;
};

const withWork = async <T>(people: readonly ChaosPerson[], during: (witness: Witness) => Promise<T>): Promise<T> => {
  const witness: Witness = { saves: 0, refusals: new Map(), signOuts: 0, losses: [] };
  const stopping = new AbortController();
  const work = people.map(person => person.work(witness, stopping.signal));
  try {
    return await during(witness);
  } finally {
    stopping.abort();
    await Promise.all(work);
  }
};

interface Scene {
  fleet: Fleet;
  people: readonly ChaosPerson[];
  window: OpenWindow;
  witness: Witness;
  place: Place;
}

const causeFaults = async ({ title }: Rig, scene: Scene, minutes: number): Promise<Figure[]> => {
  const { fleet, people, window, witness, place } = scene;
  const possibleFaults = faults.filter(({ isPossible }) => isPossible?.(fleet) ?? true);
  const longest = new Map(possibleFaults.map(({ name }) => [name, 0]));
  const before = { processes: 0, window: 0 };
  const endsAt = performance.now() + minutes * MINUTE_MS;
  for (let round = 0; performance.now() < endsAt; round += 1) {
    for (const { name, cause, mayFailImport = false } of possibleFaults) {
      const at = Math.floor(Math.random() * PROCESSES);
      const table = await startImport(fleet, `${round}-${name.length}`);
      await cause(fleet, at);
      const back = await waitUntilBack(people);
      longest.set(name, Math.max(longest.get(name) ?? 0, back));
      await table(mayFailImport);
      console.log(
        `${name}: back after ${Math.round(back)} ms, ${witness.saves} saves`,
        Object.fromEntries(witness.refusals),
      );
      assertNothingLost(name, witness);
      await window.waitForEvent(`Хаос ${round}, ${name}`);
    }
    before.processes ||= sumMemory(fleet);
    before.window ||= await window.memory();
  }
  execFileSync(process.execPath, ['dist/server/vitrina.js', 'doctor'], {
    env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
    stdio: 'inherit',
  });
  return [
    ...[...longest].map(
      ([name, ms]): Figure => ({
        label: `${title}: until everybody is back after ${name}, at most`,
        ours: ms,
        unit: 'ms',
        atMost: BACK_MS,
      }),
    ),
    { label: `${title}: saves that were acknowledged, all of them there`, ours: witness.saves, unit: 'rows' },
    {
      label: `${title}: memory of the processes at the end`,
      ours: sumMemory(fleet),
      against: { label: 'after the first round', value: before.processes },
      unit: 'MB',
    },
    {
      label: `${title}: heap of a window that stayed open, at the end`,
      ours: await window.memory(),
      against: { label: 'after the first round', value: before.window },
      unit: 'MB',
    },
  ];
};

/** Each person compares what they read before a save with what was acknowledged last. */
const assertNothingLost = (fault: string, { signOuts, losses }: Witness): void => {
  if (signOuts > 0) throw new Error(`${signOuts} sessions ended when ${fault}`);
  if (losses.length > 0) throw new Error(`${fault}: ${losses.join('; ')}`);
};

const sumMemory = ({ servers }: Fleet): number => servers.reduce((sum, server) => sum + server.memory(), 0);

const waitUntilBack = async (people: readonly ChaosPerson[]): Promise<number> => {
  const begunAt = performance.now();
  for (;;) {
    const back = await Promise.all(people.map(person => person.isBack()));
    const ms = performance.now() - begunAt;
    if (back.every(Boolean)) return ms;
    if (ms > BACK_MS) throw new Error(`${back.filter(is => !is).length} people are not back after ${ms} ms`);
    await sleep(200);
  }
};

/** @returns waits for its end, and fails unless every row was written once, or every counted one if it may fail */
const startImport = async ({ servers }: Fleet, turn: string): Promise<(mayFail: boolean) => Promise<void>> => {
  const client = await signIn(servers[0] as Server);
  const rows = Array.from({ length: IMPORTED_ROWS }, (_, row) => [`CHAOS-${turn}-${row}`, `Товар ${turn}, ${row}`]);
  const table = new TextEncoder().encode(csvOf([['Артикул', 'Название'], ...rows]));
  const { status, result, message } = await client.upload('хаос.csv', table);
  if (status !== 200) throw new Error(`the import was answered with ${status} ${message}`);
  return async mayFail => {
    const again = await signIn(servers[0] as Server);
    const [, run] = await waitForRunEnd<{ status: string; counts: { new: number } }>(
      again,
      (result as { id: number }).id,
    );
    const { total } = (await again.get(`/products?search=CHAOS-${turn}-&per_page=1`)) as { total: number };
    const isWhole = run.status === 'finished' && total === IMPORTED_ROWS;
    if (run.counts.new !== total || !(isWhole || (mayFail && run.status === 'failed')))
      throw new Error(`import ${turn}: ${run.status}, ${run.counts.new} counted, ${total} there`);
  };
};
