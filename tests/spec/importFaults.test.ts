import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { permissionSlugs } from '#contract/permissions.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { tableSources } from '#server/collections/tableSources.ts';
import { imports } from '#server/db/schema.ts';
import { isDiskFull } from '#server/db/violations.ts';
import { beginRun } from '#server/jobs/importBegin.ts';
import { importPace } from '#server/jobs/importPace.ts';
import { endRuns } from '#server/jobs/importRun.ts';
import { readLog } from '#server/jobs/importRuns.ts';
import { saveUpload } from '#server/jobs/importUpload.ts';
import { importableWith } from '#server/table/importable.ts';
import { begin, countProducts, formOf, goods, IMPORT } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';

vi.setConfig({ testTimeout: 60_000 });

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const databaseFull = () =>
  new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) });

describeOnBoth('§4 Imports when things go wrong', server => {
  it('[B14] [I13] of two people who start at once exactly one has a run, a hundred times', async () => {
    const { db } = server();
    const sources = await tableSources(db);
    const fields = importableWith(sources);
    const columns = [{ index: 0, header: 'Артикул', field: 'sku' }];
    const reader = { inspection: { sheet: null, columns, rows: 1, missing: {} }, add: () => Promise.resolve() };
    const people = await Promise.all(
      (['content_manager', 'admin'] satisfies RoleSlug[]).map(role => server().signIn(role)),
    );
    const start = (id: number) =>
      beginRun(
        server().deps,
        { path: '', fileName: 'товары.csv', user: { id, granted: new Set(permissionSlugs) } },
        { fields, sources, reader },
      );
    for (let turn = 0; turn < 100; turn += 1) {
      const starts = await Promise.allSettled(people.map(({ user }) => start(user.id)));
      const refused = starts.flatMap(one => (one.status === 'rejected' ? [one.reason] : []));
      expect([turn, refused.map(({ status }) => status)]).toEqual([turn, [409]]);
      expect(
        await endRuns(server().deps, eq(imports.status, 'processing'), { to: 'canceled', text: 'log.canceled' }),
      ).toHaveLength(1);
    }
  });

  it('[B16] a run that finds the disk full has failed with a sentence, and whole batches of it are there', async () => {
    const { db, databaseKind } = server().deps;
    const { rows } = importPace[databaseKind];
    const transact = db.transaction.bind(db);
    let batches = 0;
    const { run, done } = await begin(server(), goods(1, rows * 3));
    const spy = vi.spyOn(db, 'transaction').mockImplementation(async work => {
      batches += 1;
      return batches === 2 ? Promise.reject(databaseFull()) : transact(work);
    });
    expect((await done).status).toBe('failed');
    spy.mockRestore();
    const { log } = await readLog(db, run.id, { after: 0, limit: 100 });
    expect(log.at(-1)?.text).toContain('на сервере кончилось место');
    expect((await countProducts(server())) % rows).toBe(0);
    expect((await countProducts(server())) / rows).toBeLessThan(3);
  });

  it('[B16] an upload that finds the disk full is refused with a sentence, and nothing of it is kept', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-full-'));
    const form = formOf(['table', new Uint8Array(2 ** 20)]);
    const request = new Request('http://localhost/', { method: 'POST', body: form });
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
    expect([status, message]).toEqual([500, expect.stringContaining('кончилось место')]);
    expect(await db.select().from(imports)).toEqual([]);
  });
});
