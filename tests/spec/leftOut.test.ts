import { expect, it } from 'vitest';
import { emptySyncCounts, type SyncRun } from '#contract/synchronization.ts';
import { feeds } from '#server/db/schema.ts';
import { startRun } from '#server/publishing/publishingJob.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { APP, addShops, runWithLog, SITE, synchronize } from '#tests/support/synchronization.ts';

const barcodes = ['4600000000015', '4600000000022', '4600000000039'];

const make = async (server: TestServer, values: object = {}): Promise<number> => {
  const send = await server.as('content_manager');
  const made = { name: 'Латте', status: 'active', categories: [2, 3], barcode: barcodes[0], ...values };
  return recordIn(await send('POST', '/products', made)).id;
};

describeOnBoth('Y What a publication leaves out', server => {
  it('[Y330] a run reports what it leaves out and why, and counts only records in the feed as unchanged', async () => {
    await addShops(server());
    await make(server());
    const draft = await make(server(), { name: 'Раф', barcode: barcodes[1], status: 'draft' });
    await make(server(), { name: 'Чай', barcode: barcodes[2], status: 'archived' });
    await make(server(), { name: 'Без всего', barcode: null, categories: [3] });
    const linesOf = async (run: SyncRun) => (await runWithLog(server(), run)).log.map(({ text }) => text);
    const first = await synchronize(server(), [SITE, APP]);
    expect(first.counts).toEqual({
      ...emptySyncCounts,
      published: 2,
      faulty: 2,
      draft: 2,
      archived: 2,
      barcode: 2,
      categories: 1,
    });
    expect(await linesOf(first)).toEqual(
      expect.arrayContaining([
        'Приложение: опубликовано 1, убрано 0, с ошибками 1, не публикуются 2',
        'Не публикуются: черновики 2, в архиве 2',
        'С ошибками: нет штрихкода 2, нет категории на платформе 1',
      ]),
    );
    await server().db.update(feeds).set({ settings: 'other' });
    const second = await synchronize(server(), [SITE]);
    expect(second.counts).toEqual({
      ...emptySyncCounts,
      unchanged: 1,
      faulty: 1,
      draft: 1,
      archived: 1,
      barcode: 1,
      categories: 1,
    });
    expect(await linesOf(second)).toContainEqual(
      expect.stringMatching(/^Сайт: .*, не публикуются 2, без изменений с публикации \d\d\.\d\d\.\d{4}: 1$/),
    );
    await (await server().as('content_manager'))('DELETE', `/products/${draft}`);
    expect((await synchronize(server(), [SITE])).counts).toMatchObject({
      unchanged: 0,
      faulty: 1,
      draft: 0,
      deleted: 1,
    });
  });

  it('[Y330] a draft that becomes active while a run is under way is not counted as left out', async () => {
    await addShops(server());
    const id = await make(server(), { status: 'draft' });
    const send = await server().as('content_manager');
    const { user } = await server().signIn('content_manager');
    const { done } = await startRun(server().deps, {
      projectIds: [SITE],
      onlyFailed: false,
      starter: { id: user.id, actorId: null },
    });
    await send('PUT', `/products/${id}`, { status: 'active' });
    const { counts } = await done;
    expect(counts.published + counts.draft).toBe(1);
    expect(counts.unchanged).toBe(0);
  });
});
