import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import type { RoleSlug } from '#contract/roles.ts';
import type { Caller } from '#server/accounts/session/caller.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { requireDiskSpace } from '#server/db/diskSpace.ts';
import { runs } from '#server/db/schema.ts';
import { isDiskFull } from '#server/db/violations.ts';
import { readForm } from '#server/files/form.ts';
import { createImportRun } from '#server/imports/createImportRun.ts';
import { importRuns } from '#server/imports/importJob.ts';
import type { WorkerRequest as ReaderRequest } from '#server/imports/messages.ts';
import { importStore } from '#server/imports/runs.ts';
import { saveUpload } from '#server/imports/upload.ts';
import { readTableSources } from '#server/records/readTableSources.ts';
import { getImportableFields } from '#server/table/importable.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  begin,
  callerOf,
  countProducts,
  formOf,
  goods,
  header,
  IMPORT,
  importEvents,
  nextEvent,
} from '#tests/support/importing.ts';
import { mappingOf } from '#tests/support/mapped.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { SILENT_SINCE } from '#tests/support/silentRuns.ts';
import { csvOf } from '#tests/support/tables.ts';

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const databaseFull = () =>
  new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) });

/**
 * A form that arrives in pieces. On Node 24, a `Request` made from a form goes on filling its stream after it has been
 * cancelled, which ends as an unhandled rejection.
 */
const requestOf = async (form: FormData): Promise<Request> => {
  const whole = new Response(form);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const pieces = Array.from({ length: Math.ceil(bytes.length / 2 ** 16) }, (_, at) =>
    bytes.subarray(at * 2 ** 16, (at + 1) * 2 ** 16),
  ).values();
  const body = new ReadableStream<Uint8Array>({
    pull: controller => {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: whole.headers, body, duplex: 'half' };
  return new Request('http://localhost/', init);
};

describeOnBoth('§4 Imports when things go wrong', server => {
  it('[B14] [I13] of two simultaneous starts exactly one succeeds, a hundred times', async () => {
    const { db } = server();
    const sources = await readTableSources(db);
    const fields = getImportableFields(sources);
    const columns = [{ index: 0, header: 'Артикул', field: 'sku' }];
    const inspection = {
      sheet: null,
      columns,
      rows: 1,
      missing: {},
      unknownValues: {},
      ignoredRows: { sections: 0, totals: 0 },
      images: null,
      mapping: mappingOf({ sku: 'Артикул' }),
      proposal: null,
    };
    const people = await Promise.all(
      (['content_manager', 'admin'] satisfies RoleSlug[]).map(role => server().signIn(role)),
    );
    const start = (user: Caller) =>
      createImportRun(
        server().deps,
        { path: '', key: 'x', fileName: 'товары.csv', user },
        { fields, sources, inspection },
      );
    for (let turn = 0; turn < 100; turn += 1) {
      const starts = await Promise.allSettled(people.map(({ user }) => start(callerOf(user))));
      const refused = starts.flatMap(one => (one.status === 'rejected' ? [one.reason] : []));
      expect([turn, refused.map(({ status }) => status)]).toEqual([turn, [409]]);
      expect(
        await importRuns.endRuns(server().deps, eq(runs.status, 'processing'), { reason: 'canceled' }),
      ).toHaveLength(1);
    }
  });

  it('[B14] [I13] of two tables sent at once one is imported; the other is refused, or imported later', async () => {
    const people = [await server().as('content_manager'), await server().as('admin')];
    const table = csvOf([header, ...goods(1, 2000)]);
    const ended = () => importEvents(server().messages).filter(({ event }) => event === 'IMPORT_READY');
    let refused = 0;
    for (let turn = 0; turn < 3; turn += 1) {
      const answers = await Promise.all(people.map(send => send('POST', IMPORT, formOf(['table', table]))));
      for (const { status } of answers) expect([200, 409]).toContain(status);
      refused += answers.filter(({ status }) => status === 409).length;
      await eventually(() => expect(ended()).toHaveLength(2 * (turn + 1) - refused));
    }
    expect(refused).toBeGreaterThan(0);
    const all = await server().db.select().from(runs).orderBy(runs.id);
    expect(all).toHaveLength(6 - refused);
    for (const [at, { started_at }] of all.entries())
      expect(+started_at).toBeGreaterThanOrEqual(+(all[at - 1]?.finished_at ?? 0));
    expect(await countProducts(server())).toBe(2000);
  });

  it('[B5] [I12] a run whose reader crashes at the start fails at once, and reports what it added', async () => {
    const table = csvOf([
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Квас', 'Росток'],
    ]);
    const { postMessage } = Worker.prototype;
    const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      request: ReaderRequest,
    ) {
      if (typeof request === 'object' && 'added' in request) void this.terminate();
      else postMessage.call(this, request);
    });
    const over = nextEvent(server(), 'IMPORT_ERROR');
    const send = await server().as('admin');
    expect((await send('POST', `${IMPORT}?create=1`, formOf(['table', table]))).status).toBe(200);
    const { message } = await over;
    spy.mockRestore();
    expect(message).toBe(
      'Импорт прерван ошибкой. Записанное осталось: новых 0, изменённых 0, добавленных в справочники значений 1; отправьте файл ещё раз',
    );
    expect(await server().db.select().from(runs)).toMatchObject([{ status: 'failed' }]);
    expect(server().faults).toHaveLength(1);
  });

  it('[B16] a run on a full disk fails with a message, and only whole batches are stored', async () => {
    const { db, databaseKind } = server().deps;
    const { importedRows: rows } = batchPace[databaseKind];
    const transact = db.transaction.bind(db);
    let batches = 0;
    const { run, done } = await begin(server(), goods(1, rows * 3));
    const spy = vi.spyOn(db, 'transaction').mockImplementation(async work => {
      batches += 1;
      return batches === 2 ? Promise.reject(databaseFull()) : transact(work);
    });
    expect((await done).status).toBe('failed');
    spy.mockRestore();
    const { log } = await importStore.readLog(db, run.id, { after: 0, limit: 100 });
    expect(log.at(-1)?.text).toContain('на сервере кончилось место');
    expect((await countProducts(server())) % rows).toBe(0);
    expect((await countProducts(server())) / rows).toBeLessThan(3);
  });

  it('[B22] a run whose end cannot be written on a full disk ends with its own message once there is space', async () => {
    const { db, databaseKind } = server().deps;
    const transact = db.transaction.bind(db);
    let batches = 0;
    const { run, done } = await begin(server(), goods(1, batchPace[databaseKind].importedRows * 3));
    const spy = vi
      .spyOn(db, 'transaction')
      .mockImplementation(async work => ((batches += 1) > 1 ? Promise.reject(databaseFull()) : transact(work)));
    expect((await done).status).toBe('processing');
    await db.update(runs).set({ heartbeat_at: SILENT_SINCE });
    expect(await importRuns.current(server().deps)).toMatchObject({ id: run.id, status: 'processing' });
    const over = nextEvent(server(), 'IMPORT_ERROR');
    spy.mockRestore();
    expect(await importRuns.current(server().deps)).toBeNull();
    expect((await over).message).toContain('на сервере кончилось место');
    const { log } = await importStore.readLog(db, run.id, { after: 0, limit: 100 });
    expect(log.map(({ text }) => text).filter(text => text.startsWith('Импорт прерван'))).toEqual([
      (await over).message,
    ]);
  });

  it('[B20] on a full disk changes are refused and runs end with a message; reading and signing in still work', async () => {
    const { deps } = server();
    const { db, databaseKind } = deps;
    const { importedRows: rows } = batchPace[databaseKind];
    const noRoom = requireDiskSpace(tmpdir(), Number.POSITIVE_INFINITY);
    let batches = 0;
    deps.requireRoom = async () => {
      batches += 1;
      if (batches > 1) await noRoom();
    };
    const { run, done } = await begin(server(), goods(1, rows * 3));
    expect((await done).status).toBe('failed');
    const { log } = await importStore.readLog(db, run.id, { after: 0, limit: 100 });
    expect(log.at(-1)?.text).toContain('на сервере кончилось место');
    expect(await countProducts(server())).toBe(rows);
    const send = await server().as('admin');
    const refused = { status: 507, message: expect.stringContaining('кончилось место') };
    expect(await send('POST', '/products', { name: 'Квас' })).toMatchObject(refused);
    expect(await send('POST', IMPORT, formOf(['table', 'Артикул;Название\nA-1;Квас']))).toMatchObject(refused);
    expect(await countProducts(server())).toBe(rows);
    expect((await send('GET', '/products')).status).toBe(200);
    expect((await send('POST', '/auth/logout')).status).toBe(200);
    deps.requireRoom = requireDiskSpace(tmpdir(), 0);
    expect((await (await server().as('admin'))('POST', '/products', { name: 'Квас' })).status).toBe(200);
  });

  it('[B16] a form is not read further once one of its files cannot be written', async () => {
    const request = await requestOf(
      formOf(['image', new Uint8Array(2 ** 20), '1.png'], ['image', new Uint8Array(2 ** 20), '2.png']),
    );
    const read = readForm(request, { fileBytes: 2 ** 21, files: 2, take: () => Promise.reject(full()) });
    expect(isDiskFull(await read.catch((error: unknown) => error))).toBe(true);
  });

  it('[B16] an upload to a full disk is refused with a message and leaves nothing behind', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-full-'));
    const request = await requestOf(formOf(['table', new Uint8Array(2 ** 20)]));
    const refusal = saveUpload(
      request,
      'table',
      dataDir,
      () => new Writable({ write: (_chunk, _encoding, done) => done(full()) }),
    );
    expect(isDiskFull(await refusal.catch((error: unknown) => error))).toBe(true);
    expect(readdirSync(join(dataDir, 'imports'))).toEqual([]);
    const { db } = server().deps;
    const send = await server().as('content_manager');
    const spy = vi.spyOn(db, 'transaction').mockRejectedValue(databaseFull());
    const { status, message } = await send('POST', IMPORT, formOf(['table', 'Артикул;Название\nA-1;Квас']));
    spy.mockRestore();
    expect([status, message]).toEqual([507, expect.stringContaining('кончилось место')]);
    expect(await db.select().from(runs)).toEqual([]);
  });
});
