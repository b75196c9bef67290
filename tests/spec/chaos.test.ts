import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import type { LogItem } from '#contract/importing.ts';
import { errors } from '#i18n/ru/errors.ts';
import { buildTranslator } from '#i18n/translate.ts';
import { createWrittenBatches } from '#providers/cache/writtenBatches.ts';
import { createDataProvider } from '#providers/dataProvider.ts';
import { createApi } from '#providers/http/http.ts';
import { createImportRuns } from '#providers/jobs/importing.ts';
import type { RunState } from '#providers/jobs/runState.ts';
import { buildRunKey } from '#providers/jobs/runStore.ts';
import { followRecords } from '#providers/realtime/liveRecords.ts';
import { createRealtime } from '#providers/realtime/realtime.ts';
import { createProfileStore } from '#providers/session/profile.ts';
import { products, runs } from '#server/db/schema.ts';
import { importStore } from '#server/imports/runs.ts';
import { readRecords } from '#server/records/readRecords.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { useTestServer } from '#tests/support/server.ts';
import { NEVER_SILENT } from '#tests/support/silentRuns.ts';
import { createBrowser, createTabSession } from '#tests/support/tabs.ts';
import { layWire } from '#tests/support/wire.ts';

const DROPS = 20;
const EVENTS = 500;
const RECORDS = 25;
const ids = Array.from({ length: RECORDS }, (_, at) => at + 1);
/** Before which events the connection is cut; fast-check says the seed of what failed. */
const drops = fc.uniqueArray(fc.nat(EVENTS - 1), { minLength: DROPS, maxLength: DROPS });
const translate = buildTranslator('ru', errors);

/** The waits between attempts to connect are cut short, those that notice a dead connection are not. */
const hurry = (): void => {
  const { setTimeout } = globalThis;
  const shorter = (work: () => void, ms = 0, ...rest: unknown[]) =>
    setTimeout(work, ms > 400 && ms <= 7500 ? ms / 50 : ms, ...rest);
  vi.stubGlobal('setTimeout', Object.assign(shorter, setTimeout));
};

/** Waits for the event after which something holds, however long a slow machine takes. */
const until = (subscribe: (look: () => void) => () => void, holds: () => boolean): Promise<void> =>
  new Promise(resolve => {
    const look = () => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = subscribe(look);
    look();
  });

describe('W A connection that keeps being dropped', () => {
  const server = useTestServer();
  const ends: (() => void)[] = [];
  beforeEach(hurry);
  afterEach(() => {
    for (const end of ends.splice(0).reverse()) end();
    vi.unstubAllGlobals();
  });

  /** A page of the application without its screens: its list of products and the import that it shows. */
  const openPage = async () => {
    const origin = await server().listen();
    const { user } = await server().signIn('admin');
    const tab = createBrowser().openTab();
    const { session } = createTabSession(`${origin}/api`, tab);
    await session.signIn({ email: user.email, password: 'demo-demo' });
    const api = createApi({ baseUrl: `${origin}/api`, session });
    const profile = createProfileStore({ api, storage: tab.storage });
    const wire = await layWire(origin);
    const token = async () => (await api(endpoints.auth.socketToken)).token;
    const realtime = createRealtime({ url: wire.address, token, profile, log: () => undefined });
    const client = new QueryClient();
    const imports = createImportRuns({ api, client, realtime, translate });
    const run = new QueryObserver<RunState>(client, {
      queryKey: buildRunKey('import', 1),
      queryFn: ({ signal }) => imports.read(1, signal),
    });
    const list = new QueryObserver<{ data: { id: number; version: number; weight: number }[] }>(client, {
      queryKey: ['nomenclature', 'getList', {}],
      queryFn: () =>
        createDataProvider(api, createWrittenBatches(), translate).getList('nomenclature', {
          pagination: { page: 1, perPage: 100 },
          sort: { field: 'name', order: 'ASC' },
          filter: {},
        }),
    });
    const stop = followRecords({ client, realtime, resource: 'nomenclature', guardSlugs: [], refetchInterval: 50 });
    ends.push(
      wire.close,
      realtime.close,
      stop,
      imports.follow(),
      list.subscribe(() => undefined),
      run.subscribe(() => undefined),
      () => client.clear(),
    );
    // Before the stores, which drop what they know already.
    const delivered: string[] = [];
    realtime.on('RECORDS_CHANGE', ({ records }) => {
      delivered.push(...records.map(({ id, version }) => `${id} in version ${version}`));
    });
    let connections = 0;
    realtime.onConnect(() => {
      connections += 1;
    });
    await profile.load();
    const connected = (times: number) => until(realtime.onConnect, () => connections === times);
    return { wire, connected, delivered, run, list };
  };

  it('[W9] [W5] [F13] ends in the server’s state, with nothing lost or duplicated', async () => {
    const { db, deps } = server();
    await addManyProducts(server(), RECORDS);
    const { user } = await server().signIn('admin');
    const runId = await importStore.insertRun(db, {
      starter: { id: user.id, actorId: null },
      at: new Date(),
      details: { file_name: 'товары.csv' },
    });
    const { wire, connected, delivered, run, list } = await openPage();
    // However slow the machine, nobody is to find it silent.
    await db.update(runs).set({ heartbeat_at: NEVER_SILENT });
    const change = async (nth: number) => {
      const id = 1 + (nth % RECORDS);
      await db
        .update(products)
        .set({ version: sql`${products.version} + 1`, weight: nth })
        .where(eq(products.id, id));
      const records = await readRecords(db, getBinding('nomenclature'), [id]);
      const told = { resource: 'nomenclature', ids: [id], records, deleted: [] };
      const stepItems: LogItem[] = [{ seq: nth + 1, level: 'info', text: `Строка ${nth + 1}` }];
      await importStore.writeLog(db, runId, stepItems);
      deps.realtime.emit(channels.records('nomenclature'), 'RECORDS_CHANGE', told);
      deps.realtime.emit(channels.user(user.id), 'IMPORT_UPDATE', { run_id: runId, progress: 1, stepItems });
    };
    const live = async (cuts: readonly number[]) => {
      let dropped = 0;
      for (let nth = 0; nth < EVENTS; nth += 1) {
        if (cuts.includes(nth)) {
          // A drop is one only where a connection stood.
          await connected(dropped + 1);
          await until(wire.onUpgrade, () => wire.upgraded() === 1);
          wire.cut();
          dropped += 1;
        }
        await change(nth);
        await setImmediate();
      }
      await connected(DROPS + 1);
      const kept = await readRecords(db, getBinding('nomenclature'), ids);
      const stateOf = ({ id, version, weight }: Record<string, unknown>) => [id, version, weight];
      const listed = () => list.getCurrentResult().data?.data.map(stateOf);
      const logged = () => run.getCurrentResult().data?.log.map(({ seq }) => seq) ?? [];
      await until(list.subscribe.bind(list), () => isDeepStrictEqual(listed(), kept.map(stateOf)));
      await until(run.subscribe.bind(run), () => logged().includes(EVENTS));
      expect(logged()).toEqual(Array.from({ length: EVENTS }, (_, at) => at + 1));
      expect(delivered).not.toEqual([]);
      expect(delivered.filter((change, at) => delivered.indexOf(change) !== at)).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(fc.noBias(drops), live), { numRuns: 1, endOnFailure: true });
    expect(server().faults).toEqual([]);
  }, 300_000);
});
