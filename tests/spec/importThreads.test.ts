import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { createWorkerInput, openTableFile } from '#server/imports/createWorkerInput.ts';
import { openDryRun } from '#server/imports/dryRun.ts';
import { openReader, readProposal } from '#server/imports/reader.ts';
import { hold } from '#tests/support/hold.ts';
import { callerOf, goods, header } from '#tests/support/importing.ts';
import { PREPARED, preparedCalls } from '#tests/support/preparing.ts';
import { mapping } from '#tests/support/profileSample.ts';
import { PROFILES } from '#tests/support/schedules.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

describeOnEmbedded('§9 The threads that read tables', server => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const inputOf = async () =>
    (await createWorkerInput(server().deps, { path: fileOf(csvOf([header, ...goods(1, 5000)])) })).input;
  const gone = new Error('nobody waits');

  it('[I796] a reader that is stopped ends at once: before the first rows, with them, and between batches', async () => {
    const input = await inputOf();
    const early = new AbortController();
    const opening = openReader(input, {}, { signal: early.signal });
    early.abort(gone);
    await expect(opening).rejects.toBe(gone);

    const inHead = new AbortController();
    const onHead = async () => inHead.abort(gone);
    await expect(openReader(input, {}, { onHead, signal: inHead.signal })).rejects.toBe(gone);

    const late = new AbortController();
    const reader = await openReader(input, {}, { signal: late.signal });
    await reader.next();
    late.abort(gone);
    const rest = async () => {
      while (await reader.next());
    };
    await expect(rest()).rejects.toBe(gone);
    await expect(reader.add({})).rejects.toBe(gone);
  });

  it('[I796] a table whose first rows take a minute is refused', async () => {
    const input = await inputOf();
    // A thread that gets the request for the first rows may answer before the minute is over.
    const { postMessage } = Worker.prototype;
    const request = hold();
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function drop(this: Worker, message: unknown) {
      const isOf = (name: string) => typeof message === 'object' && message !== null && name in message;
      if (isOf('open')) Reflect.apply(postMessage, this, [message]);
      if (isOf('propose')) request.release();
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = expect(readProposal(input, {})).rejects.toMatchObject({ kind: 'tooSlow' });
    // Not until there is a timer, because the server of the test has timers of its own.
    await request.released;
    vi.advanceTimersByTime(60_000);
    await refused;
  });

  it('[I961] a thread reads one small table after another, with nothing of the one before, and ends after a large one', async () => {
    const started = vi.spyOn(Worker.prototype, 'ref');
    const readNames = async (text: string): Promise<unknown[]> => {
      const { input } = await createWorkerInput(server().deps, { path: fileOf(text) });
      const reader = await openReader(input, {});
      const batch = await reader.next();
      while (await reader.next());
      await reader.close();
      return batch?.rows.map(({ values }) => values['name']) ?? [];
    };
    await readNames(csvOf([header, ...goods(1, 2)]));
    const first = await readNames(csvOf([header, ...goods(1, 2)]));
    const second = await readNames(csvOf([header, ...goods(5, 7)]));
    expect(first).toHaveLength(2);
    expect(second).toHaveLength(3);
    expect(second).not.toEqual(expect.arrayContaining(first));
    expect(started.mock.contexts[0]).toBe(started.mock.contexts[1]);
    // Nobody waits for an idle thread, so its error must not end the process.
    expect(() => (started.mock.contexts[0] as Worker).emit('error', new Error('late'))).not.toThrow();

    const ended = vi.spyOn(Worker.prototype, 'terminate');
    await readNames(csvOf([header, ...goods(1, 1200).map(([sku = '']) => [sku, sku.padEnd(900, 'x'), '1'])]));
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('[I964] the thread that reads a table was started when the import page was opened', async () => {
    const send = await server().as('content_manager');
    const waiting = vi.spyOn(Worker.prototype, 'unref');
    await send('GET', PREPARED);
    await send('GET', PREPARED);
    expect(new Set(waiting.mock.contexts).size).toBe(1);
    const taken = vi.spyOn(Worker.prototype, 'ref');
    const { keep } = preparedCalls(server);
    await keep(send, csvOf([header, ...goods(1, 2)]));
    expect(taken.mock.contexts[0]).toBe(waiting.mock.contexts[0]);
  });

  it.runIf(existsSync('/proc/self/fd'))(
    '[I961] leaves no file open, even if only its first rows were read',
    async () => {
      const table = csvOf([header, ...goods(1, 20_000)]);
      const { input } = await createWorkerInput(server().deps, { path: fileOf(table) });
      const readHeads = async () => {
        for (let times = 0; times < 10; times += 1) {
          const stop = new Error('the first rows are enough');
          const onHead = () => Promise.reject(stop);
          await expect(openReader(input, {}, { onHead })).rejects.toBe(stop);
        }
      };
      await readHeads();
      const before = (await readdir('/proc/self/fd')).length;
      await readHeads();
      expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 5);
    },
  );

  it.each([
    ['its profile', 'Код;Имя;Полка'],
    ['the profile of another sender', 'Артикул;Название;Вес, кг'],
  ])('[I915] a table is opened once for %s and for its rows, and read to its end', async (_, headings) => {
    const send = await server().as('content_manager');
    expect((await send('POST', PROFILES, { name: 'Ромашка', mapping })).status).toBe(200);
    const threads = vi.spyOn(Worker.prototype, 'postMessage');
    const { keep, counted } = preparedCalls(server);
    const { id } = await keep(send, `${headings}\nA-1;Квас;1\nA-2;Морс;2\n`);
    expect(await counted(send, id)).toMatchObject({
      refusal: null,
      counts: { new: 2 },
      progress: 100,
    });
    const opened = threads.mock.calls.filter(([message]) => typeof message === 'object' && 'open' in message);
    expect(opened).toHaveLength(1);
    expect(await readdir(join(server().deps.config.dataDir, 'imports')).catch(() => [])).toEqual([]);
  });

  it('[I980] a thread is ended where the names for its preview cannot be read', async () => {
    const [{ deps }, path] = [server(), fileOf(csvOf([header, ...goods(1, 5)]))];
    const openedTable = await openTableFile(deps, { path });
    const end = vi.spyOn(openedTable.thread, 'end');
    const db = new Proxy(deps.db, {
      get: () => {
        throw gone;
      },
    });
    const source = { path, fileName: 'товары.csv', user: callerOf((await server().signIn('admin')).user) };
    const options = { signal: new AbortController().signal, openedTable };
    await expect(openDryRun({ ...deps, db }, source, options)).rejects.toBe(gone);
    expect(end).toHaveBeenCalled();
  });
});
