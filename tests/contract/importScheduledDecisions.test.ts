import { expect, it, onTestFinished, vi } from 'vitest';
import { findRunCaller } from '#server/accounts/session/caller.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { importSchedules, preparedImports } from '#server/db/schema.ts';
import { startImport } from '#server/imports/importJob.ts';
import { stopPreviews, toImportSource } from '#server/imports/prepared/previews.ts';
import { prunePreparedImports, removeStoredFiles } from '#server/imports/prepared/store.ts';
import { ReadingReplacedError } from '#server/imports/schedules/readings.ts';
import { hold } from '#tests/support/hold.ts';
import { begin as beginImport, goods } from '#tests/support/importing.ts';
import { column, mapping } from '#tests/support/profileSample.ts';
import { PROFILES, priceList, scheduleCalls } from '#tests/support/schedules.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

vi.setConfig({ testTimeout: 60_000 });

const DAY = 24 * 3_600_000;

const roses = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [`R-${at + 1}`, `Роза ${at + 1}`, '']);

describeOnBoth('§7 What a schedule decides about a table', server => {
  const { begin, as, put, profile, read, schedule, tick, settle } = scheduleCalls(server);
  const states = async (id: number) => (await read(as('admin'), id)).tables.map(({ state, why }) => [state, ...why]);

  it('[I971] a table whose only news is images, or whose preview was stopped, is no table that changes nothing', async () => {
    const send = await begin();
    const { id } = await profile(send, {
      mapping: { ...mapping, columns: [...mapping.columns, column('Фото', 'images')] },
    });
    await send('POST', '/products', { name: 'Роза 1', sku: 'R-1' });
    await schedule(send, id);
    const list = (address: string, count = 1) =>
      csvOf([['Код', 'Имя', 'Полка', 'Фото'], ...roses(count).map(row => [...row, address])]);
    await put('а.csv', list(''));
    await settle();
    expect(await states(id)).toEqual([['idle']]);
    await put('а.csv', list('https://photos.invalid/rose.jpg'));
    await settle();
    expect((await states(id))[0]).toEqual(['waiting']);
    const { deps } = server();
    const { requireRoom } = deps;
    const restore = () => Object.assign(deps, { requireRoom });
    onTestFinished(() => void restore());
    deps.requireRoom = async () => stopPreviews(deps);
    await put('а.csv', list('', batchPace.postgres.importedRows + 1));
    await settle();
    expect((await states(id))[0]).toEqual(['checking']);
    restore();
    await tick(15_000);
    expect((await states(id))[0]).toEqual(['waiting']);
  });

  /** Makes every import that starts meanwhile find another one that is only starting. */
  const startAnother = async () => {
    const { deps } = server();
    const { put: store } = deps.files;
    const [begun, late] = [hold(), hold()];
    onTestFinished(() => void Object.assign(deps.files, { put: store }));
    deps.files.put = async (...file) => {
      deps.files.put = store;
      begun.release();
      await late.released;
      await store.apply(deps.files, file);
    };
    const other = beginImport(server(), goods(1, 5));
    await begun.released;
    return async () => {
      late.release();
      await (await other).done;
    };
  };

  it('[I973] a table is checked again while another import is only starting, and a replaced reading starts none', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await schedule(send, id, { starts: true });
    const { deps, db } = server();
    const finish = await startAnother();
    await put('а.csv', priceList(...roses(3)));
    await settle();
    expect(await states(id)).toEqual([['checking']]);
    await finish();

    const [[prepared], [stored]] = [await db.select().from(preparedImports), await db.select().from(importSchedules)];
    const author = await findRunCaller(deps, {
      userId: (await server().signIn('content_manager')).user.id,
      actorId: null,
    });
    if (!prepared || !stored || !author) throw new Error('nothing to start');
    const source = await toImportSource(deps, prepared, author);
    const started = startImport(deps, { ...source, reading: { ...stored, reading: 'replaced' } });
    await expect(started).rejects.toBeInstanceOf(ReadingReplacedError);
    expect(await states(id)).toEqual([['checking']]);
    await tick(15_000);
    expect(await states(id)).toEqual([['started']]);
  });

  it('[I978] a table whose upload is gone while it is checked is closed, and can be taken again', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await schedule(send, id, { starts: true });
    const { deps } = server();
    const checkTable = async (name: string, content: string) => {
      const finish = await startAnother();
      await put(name, content);
      await settle();
      await finish();
      expect((await states(id))[0]).toEqual(['checking']);
      const [prepared] = await server().db.select().from(preparedImports);
      if (!prepared) throw new Error('no upload is checked');
      return prepared;
    };
    await checkTable('а.csv', priceList(['R-1', 'Роза', '']));
    server().advance(8 * DAY);
    await prunePreparedImports(deps);
    expect(await states(id)).toEqual([['dropped']]);
    const [table] = (await read(as('admin'), id)).tables;
    expect((await as('admin')('POST', `${PROFILES}/${id}/schedule/reading?again=${table?.id}`)).status).toBe(200);
    await tick();
    expect(await states(id)).toEqual([['started'], ['dropped']]);

    await removeStoredFiles(deps, (await checkTable('б.csv', priceList(['R-2', 'Мак', '']))).key);
    await put('в.csv', priceList(['R-3', 'Сирень', '']));
    await settle();
    expect((await states(id)).slice(0, 2)).toEqual([['started'], ['dropped']]);

    await checkTable('г.csv', priceList(['R-4', 'Пион', '']));
    server().advance(8 * DAY);
    await tick();
    expect((await states(id))[0]).toEqual(['dropped']);
    expect(await server().db.select().from(preparedImports)).toEqual([]);
  });
});
