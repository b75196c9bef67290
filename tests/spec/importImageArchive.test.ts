import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { importImageLimits } from '#contract/limits.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { preparedImports, runs } from '#server/db/schema.ts';
import { forgetPreview } from '#server/imports/prepared/previews.ts';
import { importStore } from '#server/imports/runs.ts';
import { writeSource } from '#server/imports/sources.ts';
import { openImageArchive } from '#server/table/imageArchive.ts';
import { TableRefusal } from '#server/table/refusal.ts';
import { imagesBySku } from '#tests/support/imageSite.ts';
import { jpegOf } from '#tests/support/images.ts';
import { formOf } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { PREPARED, preparedCalls, type Send } from '#tests/support/preparing.ts';
import { mapping as profileMapping } from '#tests/support/profileSample.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf, fileOf, type ZipEntry, zipOf } from '#tests/support/tables.ts';

const header = ['Артикул', 'Штрихкод', 'Название', 'Фото'];

/** A text in the code page of DOS, which Windows uses in archives. */
const inCp866 = (text: string): Uint8Array => {
  const letters = new TextDecoder('ibm866').decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  return Uint8Array.from(text, letter => letters.indexOf(letter));
};

describeOnBoth('§I Images of a table from an archive beside it', server => {
  const { keep, counted, start } = preparedCalls(server);
  const addArchive = async (send: Send, id: number, entries: readonly ZipEntry[]): Promise<PreparedImport> => {
    const { status, result, message } = await send(
      'POST',
      `${PREPARED}/${id}/images`,
      formOf(['archive', zipOf(entries), 'фото.zip']),
    );
    expect([status, message]).toEqual([200, 'success']);
    return result as PreparedImport;
  };

  it('[I895] [I894] names find files by path, name or stem, in any case, Unicode form and code page', async () => {
    const send = await server().as('content_manager');
    const table = csvOf([
      header,
      ['A-1', '', 'Чай', 'Чай.JPG; кофе.jpg'],
      ['A-2', '', 'Кофе', 'йогурт'],
      ['A-3', '', 'Какао', 'b/same.jpg, same.jpg, none.jpg'],
      ['A-4', '', 'Морс', 'notes.jpg; ../../etc/passwd'],
    ]);
    const { id } = await keep(send, table);
    const archived = await addArchive(send, id, [
      { name: 'фото/чай.jpg', content: await jpegOf('red') },
      { name: 'КОФЕ.jpg', nameBytes: inCp866('КОФЕ.jpg'), content: await jpegOf('blue') },
      { name: 'йогурт.jpg'.normalize('NFD'), content: await jpegOf('green') },
      { name: 'a/same.jpg', content: await jpegOf('black') },
      { name: 'b/same.jpg', content: await jpegOf('white') },
      { name: '../../etc/passwd', content: 'root:x:0:0' },
      { name: '__MACOSX/._same.jpg', content: 'x' },
      { name: 'notes.jpg', content: 'not a picture' },
    ]);
    expect(archived.image_archive).toEqual({ file_name: 'фото.zip', files: 6 });
    expect(await counted(send, id)).toMatchObject({
      images: { addresses: 0, hosts: [], files: 6, missing: 2, missing_names: ['none.jpg', '../../etc/passwd'] },
      columns: [{ field: 'sku' }, { field: 'barcode' }, { field: 'name' }, { field: 'images' }],
    });
    const run = await start(send, id);
    expect(run.counts).toMatchObject({ new: 4, faulty: 0, images: 4, images_failed: 4 });
    expect(await imagesBySku(server())).toEqual({
      'A-1': ['Чай.JPG', 'кофе.jpg'],
      'A-2': ['йогурт'],
      'A-3': ['same.jpg'],
    });
    const reasons = run.log.flatMap(({ level, value, text }) => (level === 'warning' && value ? [[value, text]] : []));
    expect(reasons).toEqual([
      ['same.jpg', expect.stringContaining('несколько')],
      ['none.jpg', 'Такого файла в архиве нет'],
      ['notes.jpg', expect.stringContaining('это не JPEG')],
      ['../../etc/passwd', 'Такого файла в архиве нет'],
    ]);
    expect(server().faults).toEqual([]);
  });

  it('[I897] without a column, files named by barcode or article are the images of the row, in their order', async () => {
    const send = await server().as('content_manager');
    const { id } = await keep(
      send,
      csvOf([
        ['Артикул', 'Штрихкод', 'Название'],
        ['A-1', '4601234567893', 'Чай'],
        ['A-2', '', 'Кофе'],
        ['A-3', '', 'Какао'],
      ]),
    );
    await addArchive(send, id, [
      { name: '4601234567893_10.jpg', content: await jpegOf('red') },
      { name: '4601234567893.jpg', content: await jpegOf('blue') },
      { name: '4601234567893 (2).jpg', content: await jpegOf('green') },
      { name: 'a-2.jpg', content: await jpegOf('black') },
      { name: 'other.jpg', content: await jpegOf('white') },
    ]);
    expect((await counted(send, id)).images).toMatchObject({ files: 4, missing: 0 });
    await start(send, id);
    expect(await imagesBySku(server())).toEqual({
      'A-1': ['4601234567893.jpg', '4601234567893 (2).jpg', '4601234567893_10.jpg'],
      'A-2': ['a-2.jpg'],
    });
  });

  it('[I895] [I899] an archive is replaced and removed, counts anew each time, and goes with the table', async () => {
    const send = await server().as('content_manager');
    const { id, revision } = await keep(send, csvOf([header, ['A-1', '', 'Чай', '1.jpg']]));
    await addArchive(send, id, [{ name: '2.jpg', content: await jpegOf('red') }]);
    expect((await counted(send, id)).images).toMatchObject({ files: 0, missing: 1 });
    const replaced = await addArchive(send, id, [{ name: '1.jpg', content: await jpegOf('blue') }]);
    expect(replaced.revision).toBe(revision + 2);
    expect((await counted(send, id)).images).toMatchObject({ files: 1, missing: 0 });
    const { result } = await send('DELETE', `${PREPARED}/${id}/images`);
    expect(result).toMatchObject({ image_archive: null });
    await server().deps.backgroundTasks.whenSettled();
    expect(await readdir(join(server().deps.config.dataDir, 'files/imports'))).toHaveLength(1);
    expect((await counted(send, id)).images).toMatchObject({ files: 0, missing: 1 });
    await addArchive(send, id, [{ name: '1.jpg', content: await jpegOf('blue') }]);
    const [kept] = await server().db.select().from(preparedImports);
    const stored = join(server().deps.config.dataDir, `files/imports/${kept?.key}.${kept?.image_archive?.key}.images`);
    await stat(stored);
    await start(send, id);
    expect(await imagesBySku(server())).toEqual({ 'A-1': ['1.jpg'] });
    await expect(stat(stored)).rejects.toThrow();
  });

  it('[I979] an archive whose storing is cut short, or overtaken by an import, leaves the earlier one as it is', async () => {
    const send = await server().as('content_manager');
    const { deps, db } = server();
    const { id } = await keep(send, csvOf([header, ['A-1', '', 'Чай', '1.jpg']]));
    await addArchive(send, id, [{ name: '1.jpg', content: await jpegOf('blue') }]);
    const read = async () => (await db.select().from(preparedImports))[0];
    const before = await read();
    const key = before?.key ?? '';
    const storedNames = async () => (await readdir(join(deps.config.dataDir, 'files/imports'))).toSorted();
    const names = await storedNames();
    const addOther = async (afterStoring: () => Promise<void>) => {
      const put = vi.spyOn(deps.files, 'put').mockImplementation(async (...file) => {
        put.mockRestore();
        await deps.files.put(...file);
        await afterStoring();
      });
      return send(
        'POST',
        `${PREPARED}/${id}/images`,
        formOf(['archive', zipOf([{ name: '2.jpg', content: 'x' }]), 'б.zip']),
      );
    };

    const starter = { id: before?.user_id ?? 0, actorId: null };
    const overtaken = await addOther(async () => {
      const runId = await importStore.insertRun(db, {
        starter,
        at: deps.clock(),
        details: { file_name: 'товары.csv' },
      });
      const source = { key, mapping: profileMapping, edits: undefined, image_archive: null };
      await writeSource(db, runId, source);
    });
    expect(overtaken.status).toBe(409);
    expect(await read()).toEqual(before);
    expect(await storedNames()).toEqual(names);
    await db.delete(runs);

    const killed = await addOther(async () => {
      throw new Error('killed');
    });
    expect(killed.status).toBe(500);
    server().faults.length = 0;
    expect(await read()).toEqual(before);
    // As on another server, which has no copies of the files.
    forgetPreview(deps, key);
    await deps.backgroundTasks.whenSettled();
    await rm(join(deps.config.dataDir, 'prepared'), { recursive: true });
    expect((await counted(send, id)).images).toMatchObject({ files: 1, missing: 0 });
    await start(send, id);
    expect(await imagesBySku(server())).toEqual({ 'A-1': ['1.jpg'] });
    expect(await storedNames()).toEqual([]);
  });

  it('[I898] [I896] an archive is refused from whoever may not change images or owns another table, and what is none', async () => {
    const send = await server().as('content_manager');
    const { id } = await keep(send, csvOf([header, ['A-1', '', 'Чай', '1.jpg']]));
    const form = () => formOf(['archive', zipOf([{ name: '1.jpg', content: 'x' }]), 'фото.zip']);
    const path = `${PREPARED}/${id}/images`;
    expect((await (await server().as('admin'))('POST', path, form())).status).toBe(404);
    const refused = await send('POST', path, formOf(['archive', 'Rar!', 'фото.rar']));
    expect(refused).toMatchObject({ status: 400, messages: [expect.stringContaining('Это не архив .zip')] });
    await letRole(server(), 'content_manager', 'product-list.import-file', 'product.show-general');
    expect((await (await server().as('content_manager'))('POST', path, form())).status).toBe(403);
    expect((await server().db.select().from(preparedImports))[0]?.image_archive).toBeNull();
  });

  it('[I896] bombs, forged sizes, passwords and empty or cut archives are refused', async () => {
    const refusalOf = (bytes: Uint8Array) =>
      openImageArchive(fileOf(bytes, 'images.zip')).then(
        archive => archive.files,
        (error: unknown) => (error instanceof TableRefusal ? [error.kind, error.status] : error),
      );
    const good = zipOf([{ name: '1.jpg', content: 'x' }]);
    const many = Array.from({ length: importImageLimits.archiveFiles + 1 }, (_, at) => ({
      name: `${at}`,
      content: '',
    }));
    const bomb = { name: 'bomb.jpg', content: 'x', claimed: importImageLimits.unpackedBytes + 1 };
    expect(await refusalOf(good)).toBe(1);
    expect(await refusalOf(zipOf([bomb]))).toEqual(['archiveUnpacked', 413]);
    expect(await refusalOf(zipOf(many))).toEqual(['archiveTooMany', 413]);
    expect(await refusalOf(zipOf([{ name: '1.jpg', content: 'x', flags: 1 }]))).toEqual(['archiveEncrypted', 400]);
    expect(await refusalOf(zipOf([{ name: 'folder/', content: '' }]))).toEqual(['archiveEmpty', 400]);
    expect(await refusalOf(good.subarray(0, -10))).toEqual(['archiveType', 400]);
    const lying = await openImageArchive(
      fileOf(zipOf([{ name: '1.jpg', content: Buffer.alloc(2 ** 20), claimed: 100_000 }]), 'images.zip'),
    );
    const image = lying.find('1.jpg');
    await expect(typeof image === 'string' ? image : lying.read(image)).rejects.toThrow(TableRefusal);
    lying.close();
  });
});
