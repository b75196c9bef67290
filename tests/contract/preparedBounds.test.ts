import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ImportMapping } from '#contract/importMapping.ts';
import { preparedLimits } from '#contract/preparing.ts';
import { importProfiles, preparedImports } from '#server/db/schema.ts';
import { createFolderStore } from '#server/files/folder.ts';
import { createBucketStore } from '#server/files/s3.ts';
import { createApp } from '#server/http/app.ts';
import { stopPreviews } from '#server/imports/prepared/previews.ts';
import { prunePreparedImports } from '#server/imports/prepared/store.ts';
import { useFakeBucket } from '#tests/support/bucket.ts';
import { formOf, IMPORT } from '#tests/support/importing.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { PREPARED, preparedCalls } from '#tests/support/preparing.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';

const HOUR = 3_600_000;
const PROFILES = `${IMPORT}/profiles`;

describeOnBoth('§7 The bounds of what is kept', server => {
  const { begin, keep, counted, rowsOf } = preparedCalls(server);
  const bucket = useFakeBucket();

  it('[I807] the upload after the twentieth is refused, and none goes for it', async () => {
    const send = await begin();
    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    const [row] = await server().db.select().from(preparedImports);
    if (!row) throw new Error('no upload was kept');
    const { id: _, ...rest } = row;
    const more = Array.from({ length: preparedLimits.uploads - 2 }, (_, at) => ({ ...rest, key: `copy-${at}` }));
    await server().db.insert(preparedImports).values(more);
    const sent = () => send('POST', PREPARED, formOf(['table', 'Артикул;Название\nP-8;Лимонад']));
    const both = await Promise.all([sent(), sent()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await sent()).toMatchObject({ status: 409, messages: [expect.stringContaining('уже 20 файлов')] });
    expect((await send('GET', PREPARED)).result).toHaveLength(preparedLimits.uploads);
    expect((await (await server().as('admin'))('POST', PREPARED, formOf(['table', 'Артикул\nP-8']))).status).toBe(200);
    await send('DELETE', `${PREPARED}/${id}`);
    expect((await sent()).status).toBe(200);
    await server().deps.backgroundTasks.whenSettled();
  });

  it('[I808] corrections, rows left out and profiles have their bounds, and what was there stays', async () => {
    const send = await begin();
    const { id } = await keep(send);
    const texts = Array.from(
      { length: preparedLimits.corrections - 1 },
      (_, at) => [at + 2, { name: 'Квас' }] as const,
    );
    await server()
      .db.update(preparedImports)
      .set({
        corrections: { cells: Object.fromEntries(texts), alike: [] },
        left_out: Array.from({ length: preparedLimits.excludedRows - 1 }, (_, at) => at + 1000),
      });
    const changed = (body: object) => send('PUT', `${PREPARED}/${id}`, body);
    const cells = (...rows: number[]) => ({ cells: rows.map(row => ({ row, field: 'price', text: '1' })) });
    expect((await changed(cells(2))).status).toBe(200);
    expect(await changed(cells(2, 3))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Исправлений больше 10'),
    });
    expect((await changed({ leave_out: [7] })).status).toBe(200);
    expect(await changed({ leave_out: [6] })).toMatchObject({
      status: 400,
      message: expect.stringContaining('Исключённых строк больше 100'),
    });
    expect(await counted(send, id)).toMatchObject({
      corrections_count: preparedLimits.corrections,
      left_out: preparedLimits.excludedRows,
    });

    const mapping: ImportMapping = {
      sheet: null,
      header: { row: 1, rows: 1 },
      columns: [],
      sections: null,
      key: ['sku'],
      creates: true,
      changes: true,
      clears: false,
    };
    const make = (name: string) => send('POST', PROFILES, { name, mapping });
    await server()
      .db.insert(importProfiles)
      .values(
        Array.from({ length: preparedLimits.profiles - 1 }, (_, at) => ({
          name: `Поставщик ${at}`,
          mapping,
          updated_at: new Date(),
          updated_by: 1,
        })),
      );
    expect((await make('Ромашка')).status).toBe(200);
    expect(await make('Василёк')).toMatchObject({
      status: 409,
      message: expect.stringContaining('Запомнено уже 500 поставщиков'),
    });
    expect((await send('GET', PROFILES)).result).toHaveLength(preparedLimits.profiles);
  });

  it('[I810] what an interrupted upload or removal leaves in the store is removed by the clean-up', async () => {
    const send = await begin();
    const { deps } = server();
    server().freeze();
    const folder = join(deps.config.dataDir, 'files/imports');
    const stored = () => readdir(folder).catch(() => []);
    const put = vi.spyOn(deps.files, 'put').mockImplementation(async (name, bytes, mediaType) => {
      put.mockRestore();
      await deps.files.put(name, bytes, mediaType);
      // As if the process ended here: nothing after it is carried out.
      vi.spyOn(deps.files, 'remove').mockRejectedValueOnce(new Error('killed'));
      throw new Error('killed');
    });
    expect((await send('POST', PREPARED, formOf(['table', 'Артикул\nP-7']))).status).toBe(500);
    expect(await stored()).toHaveLength(1);
    expect((await send('GET', PREPARED)).result).toEqual([]);

    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    vi.spyOn(deps.files, 'remove').mockRejectedValueOnce(new Error('killed'));
    expect((await send('DELETE', `${PREPARED}/${id}`)).status).toBe(500);
    expect((await send('GET', PREPARED)).result).toEqual([]);
    await prunePreparedImports(deps);
    expect(await stored()).toHaveLength(2);
    server().advance(2 * HOUR);
    await prunePreparedImports(deps);
    expect(await stored()).toEqual([]);
    expect(await server().db.select().from(preparedImports)).toEqual([]);
    server().faults.length = 0;
  });

  it('[I809] a kept upload is never read into memory, and only the profile that reads it is looked up', async () => {
    const send = await begin();
    const put = vi.spyOn(server().deps.files, 'put');
    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    expect(put).toHaveBeenCalledWith(expect.any(String), expect.any(Blob), expect.any(String));
    put.mockRestore();
    await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' });
    await counted(send, id);
    const select = vi.spyOn(server().deps.db, 'select');
    expect((await send('GET', `${PREPARED}/${id}`)).result).toMatchObject({ profile: { name: 'Ромашка' } });
    const read = select.mock.calls.map(([fields]) => Object.keys(fields ?? {}));
    select.mockRestore();
    expect(read).toContainEqual(['id', 'name']);
    expect(read).not.toContainEqual(['profile', 'by']);
  });

  it('[I980] the rows of a preview are no file that a crash could leave, and are gone when the server stops', async () => {
    const send = await begin();
    const { deps } = server();
    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    await counted(send, id);
    expect((await rowsOf(send, id)).items).toHaveLength(1);
    const names = await readdir(join(deps.config.dataDir, 'prepared'));
    expect(names.filter(name => name.endsWith('.rows'))).toEqual([]);
    stopPreviews(deps);
    await deps.backgroundTasks.whenSettled();
    expect((await rowsOf(send, id)).items).toEqual([]);
  });

  it('[I809] an upload is kept and read in a bucket as well', async () => {
    await begin();
    const deps = { ...server().deps, files: createBucketStore(bucket().url) };
    const send = senderOf(createApp(deps), (await server().signIn('content_manager')).access);
    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    expect([...bucket().objects.values()].map(({ bytes }) => bytes.toString())).toEqual(['Артикул;Название\nP-7;Сок']);
    expect((await send('GET', `${PREPARED}/${id}`)).status).toBe(200);
    await send('DELETE', `${PREPARED}/${id}`);
    expect(bucket().objects.size).toBe(0);
    await deps.backgroundTasks.whenSettled();
  });

  it('[I815] a row of headings that the table does not have is refused, and the choice stays as it was', async () => {
    const send = await begin();
    const { id, revision } = await keep(send);
    const choose = (row: number) =>
      send('PUT', `${PREPARED}/${id}`, { layout: { sheet: null, header: { row, rows: 1 } } });
    expect(await choose(0)).toMatchObject({ status: 400, errors: { 'layout.header.row': ['Не меньше 1'] } });
    expect(await choose(900)).toMatchObject({
      status: 400,
      message: expect.stringContaining('нет строки 900 с заголовками'),
    });
    expect((await send('GET', `${PREPARED}/${id}`)).result).toMatchObject({ mapping: null, revision });
    expect((await choose(3)).result).toMatchObject({ mapping: { header: { row: 3 } } });
  });

  it('[I816] [I842] a correction of a field that is unknown or closed to the user is refused, and no rule is tried for it', async () => {
    await begin();
    await letRole(server(), 'accountant', ...allBut('product.show-prices'));
    const send = await server().as('accountant');
    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    const correct = (field: string) => send('PUT', `${PREPARED}/${id}`, { alike: [{ field, was: '100', text: '1' }] });
    expect(await correct('nope')).toMatchObject({ status: 400, message: expect.stringContaining('поле «nope»') });
    expect(await correct('price')).toMatchObject({ status: 400, message: expect.stringContaining('поле «Цена, RUB»') });
    expect((await correct('name')).result).toMatchObject({ corrections_count: 1 });
    const rule = { sources: [{ header: 'Название' }], constant: null, conversions: [], values: {} };
    const tried = (field: string) => send('POST', `${PREPARED}/${id}/trial`, { rule: { ...rule, field } });
    expect(await tried('price')).toMatchObject({ status: 400, message: expect.stringContaining('поле «Цена, RUB»') });
    expect((await tried('name')).status).toBe(200);
  });

  it('[I817] an archive without files, or a part of one, is refused as no table', async () => {
    const send = await begin();
    for (const signature of ['PK\u0005\u0006', 'PK\u0007\u0008'])
      expect(
        await send('POST', PREPARED, formOf(['table', `${signature}${'\0'.repeat(18)}`, 'архив.zip'])),
      ).toMatchObject({ status: 400, messages: [expect.stringContaining('Это не таблица')] });
    expect((await send('GET', PREPARED)).result).toEqual([]);
  });
});

describe('§7 A large file in the folder of files', () => {
  it('[I809] is written as it is read, and whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-put-'));
    const bytes = Buffer.alloc(3 * 2 ** 20 + 7, 'таблица');
    await writeFile(join(folder, 'table'), bytes);
    const store = createFolderStore(folder);
    await store.put('imports/x', await openAsBlob(join(folder, 'table')), 'application/octet-stream');
    expect((await readFile(join(folder, 'files/imports/x'))).equals(bytes)).toBe(true);
    await rm(folder, { recursive: true });
  });
});
