import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { queryRows } from '#server/db/database.ts';
import { cafes, runs } from '#server/db/schema.ts';
import { StoreUnreachableError } from '#server/files/outages.ts';
import { sendingRuns } from '#server/media/sending/sendingJob.ts';
import {
  addCafe,
  addProduct,
  beginSending,
  first,
  openNetwork,
  says,
  sendingWithLog,
  sendMedia,
  useReceivers,
} from '#tests/support/cafes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openTransaction } from '#tests/support/openTransaction.ts';
import { type TestServer, useTestServer } from '#tests/support/server.ts';
import { another, finished } from '#tests/support/takeover.ts';

const receiver = useReceivers();

/** @param products the contents of the images of each */
const cafeWithProducts = async (server: TestServer, ...products: string[][]) => {
  const there = await receiver();
  const { cafe } = await addCafe(server, { address: there.address });
  const ids = [];
  for (const pictures of products) ids.push(await addProduct(server, `Товар ${pictures[0]}`, ...pictures));
  return { there, wanted: { ids, cafes: [cafe] } };
};

/** Every read fails as with a bucket that does not answer. @returns a function that makes it answer again */
const loseStore = ({ deps }: TestServer): (() => void) => {
  const { files } = deps;
  const mend = () => void (deps.files = files);
  onTestFinished(mend);
  deps.files = { ...files, read: () => Promise.reject(new StoreUnreachableError('away')) };
  return mend;
};

describe.skipIf(!inject('server').postgres)('An outage while media are sent (PostgreSQL)', () => {
  const server = useTestServer('postgres');
  beforeEach(() => openNetwork(server(), { attempts: 2 }));

  const carryOn = async (id: number) => {
    // As the process does every few seconds.
    await sendingRuns.failSilent(server().deps);
    await server().db.update(runs).set({ heartbeat_at: sql`now() - interval '1 minute'` });
    const stop = await sendingRuns.recover(another(server()));
    await finished(server(), id);
    await stop();
    expect(await server().db.query.runs.findFirst({ where: eq(runs.id, id) })).toMatchObject({ deaths: 0 });
  };

  it('[Z70] [Z34] a sending whose connection is cut is carried on, though the database answers again at once', async () => {
    const { db } = server();
    const { there, wanted } = await cafeWithProducts(server(), ['a', 'b', 'c']);
    const cutDuringStep = async (): Promise<void> => {
      // The step that records the file waits for this lock, so that its connection is in use.
      const unlock = await openTransaction(server(), tx => tx.select().from(cafes).for('update'));
      void eventually(async () => {
        const cut = await queryRows(
          db,
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`,
        );
        expect(cut).toHaveLength(1);
      }).finally(unlock);
    };
    there.answer(
      first(says(201), async (...call) => {
        await cutDuringStep();
        await says(201)(...call);
      }),
    );
    const { run, done } = await beginSending(server(), wanted);
    await done;
    expect(server().faults).not.toEqual([]);
    expect(await sendingWithLog(server(), run.id)).toMatchObject({
      status: 'processing',
      cafes: [{ status: 'processing', sent: 1, failed: 0, reason: null }],
    });
    await carryOn(run.id);
    expect(await sendingWithLog(server(), run.id)).toMatchObject({
      status: 'finished',
      cafes: [{ status: 'finished', sent: 4, failed: 0, files: 4 }],
    });
    // Only the file whose acknowledgement was lost.
    expect(there.tries).toHaveLength(5);
    expect(new Set(there.tries).size).toBe(4);
  });

  it('[Z70] a sending whose files cannot be read, because their store is away, is carried on afterwards', async () => {
    const { there, wanted } = await cafeWithProducts(server(), ['a'], ['b'], ['c'], ['d']);
    const mend = loseStore(server());
    const { run, done } = await beginSending(server(), wanted);
    await done;
    expect(await sendingWithLog(server(), run.id)).toMatchObject({
      status: 'processing',
      cafes: [{ status: 'processing', sent: 0, failed: 0, reason: null }],
    });
    mend();
    await carryOn(run.id);
    expect(await sendingWithLog(server(), run.id)).toMatchObject({
      status: 'finished',
      cafes: [{ status: 'finished', sent: 8, failed: 0 }],
    });
    expect(new Set(there.tries).size).toBe(there.tries.length);
  });
});

describe('A fault of the server while media are sent (PGlite)', () => {
  const server = useTestServer('embedded');
  beforeEach(() => openNetwork(server(), { attempts: 2 }));

  it('[Z70] no other process could carry a sending on, so that its files fail when the store is away', async () => {
    const { wanted } = await cafeWithProducts(server(), ['a'], ['b'], ['c'], ['d']);
    loseStore(server());
    const run = await sendMedia(server(), wanted);
    expect(run).toMatchObject({ status: 'finished', cafes: [{ status: 'failed', sent: 4, failed: 4 }] });
    expect(run.log.filter(({ level }) => level === 'error').map(({ text }) => text)).toContain(
      'Кафе на Кирова: «Товар a» не отправлен. Файл изображения не прочитался из хранилища',
    );
  });

  it('[M17] a file that was sent but could not be recorded counts as not sent', async () => {
    const { deps } = server();
    const { there, wanted } = await cafeWithProducts(server(), ['a', 'b', 'c']);
    onTestFinished(() => void (deps.requireRoom = undefined));
    there.answer(
      first(says(201), (...call) => {
        deps.requireRoom = () => {
          deps.requireRoom = undefined;
          return Promise.reject(new Error('not recorded'));
        };
        return says(201)(...call);
      }),
    );
    const run = await sendMedia(server(), wanted);
    expect(run.cafes).toMatchObject([{ status: 'failed', sent: 1, failed: 3, files: 4 }]);
    expect(run.log.filter(({ level }) => level === 'error').map(({ text }) => text)).toEqual([
      'Кафе на Кирова: отправка остановлена. Сбой на нашей стороне: отправьте ещё раз. Отправлено файлов 1, осталось 3',
    ]);
  });
});
