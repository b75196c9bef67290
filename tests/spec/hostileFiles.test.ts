import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { PreparedImport } from '#contract/preparing.ts';
import { preparedImports, runs } from '#server/db/schema.ts';
import { formatRefusal } from '#server/imports/withTableRefusal.ts';
import { TableRefusal } from '#server/table/refusal.ts';
import { type HostileFile, read, refusedAtOnce, refusedWhileRead, unread } from '#tests/support/hostileFiles.ts';
import { countProducts, formOf, IMPORT } from '#tests/support/importing.ts';
import { PREPARED } from '#tests/support/preparing.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

/** How many MiB the process may need more at its peak. Some 20 are those of a thread. */
const GROWTH = { refused: 64, read: 96 };

// Threads get the young generation of a server, even though that of a test process is larger and holds more garbage.
setFlagsFromString('--max-semi-space-size=16');
setFlagsFromString('--expose-gc');
/** Without it, the garbage of earlier tests lets the heap grow further before the next collection. */
const collectGarbage = runInNewContext('gc') as () => void;

/** Only Linux tells the peak of a while; what others tell hides all that stays below an earlier peak. */
const isMeasured = existsSync('/proc/self/clear_refs');
const memory = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
/** @returns by how many MiB the process grew at its peak */
const growthDuring = async (work: () => Promise<unknown>): Promise<number> => {
  collectGarbage();
  if (isMeasured) writeFileSync('/proc/self/clear_refs', '5');
  const before = isMeasured ? memory('VmRSS') : 0;
  await work();
  return isMeasured ? memory('VmHWM') - before : 0;
};

const below = (limit: number) => expect.toSatisfy((grown: number) => grown < limit, `is below ${limit} MiB`) as unknown;

/** Files that a thread was given. */
const countOpened = (): number =>
  vi
    .mocked(Worker.prototype.postMessage)
    .mock.calls.filter(([message]) => typeof message === 'object' && 'open' in message).length;
beforeAll(() => void vi.spyOn(Worker.prototype, 'postMessage'));
afterAll(() => void vi.restoreAllMocks());

const called: (string | undefined)[] = [];
const spy = createServer((request, response) => {
  called.push(request.url);
  response.end();
});
beforeAll(() => new Promise<void>(resolve => spy.listen(0, '127.0.0.1', resolve)));
afterAll(() => void spy.close());

describeOnEmbedded('§9 Files of each kind', server => {
  const call = async (method: string, path: string, body?: FormData) => {
    const headers = { Authorization: `Bearer ${(await server().signIn('content_manager')).access}` };
    const response = await fetch(`${await server().listen()}/api${path}`, { method, headers, body: body ?? null });
    const { code, message, result } = (await response.json()) as Record<string, unknown>;
    return { code, message, result: result as PreparedImport };
  };
  const formWith = async ({ bytes, name }: HostileFile): Promise<FormData> =>
    formOf(['table', await bytes(`http://127.0.0.1:${(spy.address() as AddressInfo).port}`), name]);
  const send = async (path: string, form: FormData) => {
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    const before = countOpened();
    const growth = await growthDuring(async () => {
      answer = await call('POST', path, form);
      await server().deps.backgroundTasks.whenSettled();
    });
    return { ...answer, growth, opened: countOpened() - before };
  };
  /** Uploads on the disk and in the store, and what the database has of them. */
  const left = async () => {
    const { dataDir } = server().deps.config;
    const folders = ['imports', 'prepared', 'files/imports'].map(name => readdir(join(dataDir, name)).catch(() => []));
    const rows = [server().db.select().from(preparedImports), server().db.select().from(runs)];
    return (await Promise.all([...folders, ...rows])).flat();
  };
  afterEach(() => {
    expect(called).toEqual([]);
    expect(server().faults).toEqual([]);
  });

  it.each([
    { when: 'before anything is unpacked', files: refusedAtOnce, opened: 0 },
    { when: 'by the thread that reads them', files: refusedWhileRead, opened: 1 },
  ])(
    '[T700] [B520] those refused $when are refused by what they are, by either call, and leave nothing',
    async ({ files, opened }) => {
      for (const [at, { kind, values, ...file }] of files.entries()) {
        const refusal = new TableRefusal(kind, values);
        const form = await formWith(file);
        const expected = {
          code: refusal.status,
          message: formatRefusal(refusal),
          growth: below(GROWTH.refused),
          opened,
        };
        // A thread takes a quarter of a second: those that need one are sent by the one call or the other.
        const both = [PREPARED, IMPORT];
        for (const path of opened === 0 ? both : both.filter((_, nth) => nth === at % 2))
          expect([file.what, path, await send(path, form)]).toMatchObject([file.what, path, expected]);
      }
      expect(await left()).toEqual([]);
    },
  );

  it('[T700] a table without anything to import is kept for its columns to be chosen, and nothing of it is imported', async () => {
    for (const { kind, values, ...file } of unread) {
      const refusal = formatRefusal(new TableRefusal(kind, values));
      const { result, ...kept } = await send(PREPARED, await formWith(file));
      expect([file.what, kept]).toMatchObject([file.what, { code: 200, growth: below(GROWTH.read) }]);
      const { result: seen } = await call('GET', `${PREPARED}/${result?.id}`);
      expect([file.what, seen.refusal, seen.counts.new]).toEqual([file.what, refusal, 0]);
      if (kind === 'tooManyRows') expect((await call('POST', `${PREPARED}/${result?.id}/start`)).message).toBe(refusal);
      await call('DELETE', `${PREPARED}/${result?.id}`);
    }
    expect(await left()).toEqual([]);
  });

  it('[T700] [B520] of all others just the rows are read, and what is strange about them is a text, a fault or nothing', async () => {
    for (const { new: added, faulty, ...file } of read) {
      const { result, growth } = await send(PREPARED, await formWith(file));
      const { result: seen } = await call('GET', `${PREPARED}/${result?.id}`);
      const counts = { new: added, faulty, changed: 0, unchanged: 0 };
      expect([file.what, growth, seen.counts]).toMatchObject([file.what, below(GROWTH.read), counts]);
      await call('DELETE', `${PREPARED}/${result?.id}`);
    }
    expect(await left()).toEqual([]);
    expect(await countProducts(server())).toBe(0);
  });
});
