import { expect, it, vi } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { importImages, pictures, products, runs } from '#server/db/schema.ts';
import { cancelImport, recoverImports, startImport } from '#server/imports/importJob.ts';
import { proposeMapping } from '#server/imports/propose.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { openTable } from '#server/table/openTable.ts';
import { toFullText } from '#server/table/row.ts';
import { imagesBySku, openImageNetwork, useImageSites } from '#tests/support/imageSite.ts';
import { jpegOf, pngOf } from '#tests/support/images.ts';
import { callerOf, formOf, IMPORT, type RunWithLog, runFile } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { PREPARED } from '#tests/support/preparing.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { SILENT_SINCE } from '#tests/support/silentRuns.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

const header = ['Артикул', 'Название', 'Фото'];

describeOnBoth('§I Images of a table by their addresses', server => {
  const open = useImageSites();

  const warningsOf = ({ log }: Awaited<ReturnType<typeof runFile>>) =>
    log.filter(({ level }) => level === 'warning').map(({ row, column, value, text }) => [row, column, value, text]);

  it('[I890] several addresses in a cell become images in their order, once by content; again, nothing changes', async () => {
    openImageNetwork(server());
    const site = await open({
      '/red.jpg': await jpegOf('red'),
      '/синий.png': await pngOf('blue'),
      '/img?id=5': await jpegOf('green'),
    });
    const table = csvOf([
      header,
      ['A-1', 'Чай', `${site.address}/red.jpg; ${site.address}/синий.png`],
      ['A-2', 'Кофе', `${site.address}/red.jpg, ${site.address}/img?id=5`],
      ['A-3', 'Какао', ''],
    ]);
    const first = await runFile(server(), table);
    expect(warningsOf(first)).toEqual([]);
    expect(first.counts).toEqual({ new: 3, changed: 0, unchanged: 0, faulty: 0, images: 4, images_failed: 0 });
    expect(await imagesBySku(server())).toEqual({ 'A-1': ['red.jpg', 'синий.png'], 'A-2': ['red.jpg', 'img'] });
    expect(await server().db.$count(pictures)).toBe(3);
    expect(site.requests.filter(path => path === '/red.jpg')).toHaveLength(1);
    const before = await server().db.select().from(products).orderBy(products.id);
    expect(before.map(({ picture }) => picture !== null)).toEqual([true, true, false]);

    const second = await runFile(server(), table);
    expect(second.counts).toEqual({ new: 0, changed: 0, unchanged: 3, faulty: 0, images: 0, images_failed: 0 });
    expect(await server().db.select().from(products).orderBy(products.id)).toEqual(before);
    expect(await server().db.select().from(importImages)).toEqual([]);
    expect(server().faults).toEqual([]);
  });

  it('[I892] what cannot be had is named, and the rest of the row is imported', async () => {
    openImageNetwork(server(), { limit: 2000 });
    const large = Buffer.alloc(16 * 2 ** 20, 1);
    const site = await open({
      '/good.jpg': await jpegOf('red'),
      '/page.jpg': Buffer.from('<html>нет фото</html>'),
      '/large.jpg': large,
      '/endless.jpg': (_request, response) => {
        response.writeHead(200);
        response.write(large);
        response.write(large);
      },
      '/slow.jpg': () => {},
      '/locked.jpg': (_request, response) => response.writeHead(403).end(),
      '/loop.jpg': (_request, response) => response.writeHead(302, { Location: '/loop.jpg' }).end(),
    });
    const named = ['gone', 'page', 'large', 'endless', 'locked', 'loop', 'slow'].map(
      name => `${site.address}/${name}.jpg`,
    );
    const table = csvOf([
      [...header, 'Цена, RUB'],
      ['A-1', 'Чай', [...named, 'http://:@/x.jpg', 'файл.jpg', `${site.address}/good.jpg`].join('\n'), '10'],
    ]);
    const run = await runFile(server(), table);
    expect(run.counts).toEqual({ new: 1, changed: 0, unchanged: 0, faulty: 0, images: 1, images_failed: 9 });
    expect(await imagesBySku(server())).toEqual({ 'A-1': ['good.jpg'] });
    const reasons = Object.fromEntries(
      warningsOf(run).map(([row, column, value, text]) => [value, [row, column, text]]),
    );
    const at = (name: string) => reasons[`${site.address}/${name}.jpg`];
    expect(at('gone')).toEqual([2, 'Фото', 'По этому адресу ничего нет (404)']);
    expect(at('page')).toEqual([2, 'Фото', expect.stringContaining('это не JPEG, не PNG и не WebP')]);
    expect(at('large')).toEqual([2, 'Фото', expect.stringContaining('файл больше 15 МБ')]);
    expect(at('endless')).toEqual([2, 'Фото', expect.stringContaining('файл больше 15 МБ')]);
    expect(at('locked')).toEqual([2, 'Фото', expect.stringContaining('не отдаёт изображение (403)')]);
    expect(at('loop')).toEqual([2, 'Фото', expect.stringContaining('перенаправляет больше 5 раз')]);
    expect(at('slow')).toEqual([2, 'Фото', 'Изображение не пришло за 2 с']);
    expect(reasons['http://:@/x.jpg']).toEqual([2, 'Фото', expect.stringContaining('Это не адрес')]);
    expect(reasons['файл.jpg']).toEqual([2, 'Фото', expect.stringContaining('архива с изображениями нет')]);
    expect(site.requests.filter(path => path === '/loop.jpg')).toHaveLength(6);
    expect(site.requests.filter(path => path === '/slow.jpg')).toHaveLength(3);
    const report = await readReport(server(), run.id);
    expect(report.find(([row]) => row === '2')?.at(-1)).toContain(`Фото, ${site.address}/gone.jpg: По этому адресу`);
    expect(server().faults).toEqual([]);
  });

  it('[I891] the own network is closed, also behind a name or a redirect, and opened by IMAGES_NETWORKS alone', async () => {
    const inside = await open({ '/secret.jpg': await jpegOf('red') });
    const { port } = new URL(inside.address);
    const table = (address: string) => csvOf([header, ['A-1', 'Чай', address]]);
    const reasonOf = async (address: string) => warningsOf(await runFile(server(), table(address)))[0]?.[3];
    const { deps } = server();
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '0x7f000001', 'localhost'])
      expect(await reasonOf(`http://${host}:${port}/secret.jpg`)).toContain('внутри сети сервера');
    deps.requestPace = { attempts: 1, lookup: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]) };
    expect(await reasonOf(`http://shop.example:${port}/secret.jpg`)).toContain('внутри сети сервера');
    expect(inside.requests).toEqual([]);

    openImageNetwork(server());
    const site = await open({
      '/to-metadata.jpg': (_request, response) =>
        response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
      '/to-file.jpg': (_request, response) => response.writeHead(301, { Location: 'file:///etc/passwd' }).end(),
      '/moved.jpg': (_request, response) => response.writeHead(301, { Location: '/here.jpg' }).end(),
      '/here.jpg': await jpegOf('green'),
    });
    expect(await reasonOf(`${site.address}/to-metadata.jpg`)).toContain('Адрес 169.254.169.254 внутри сети сервера');
    expect(await reasonOf(`${site.address}/to-file.jpg`)).toContain('Это не адрес изображения');
    expect(await reasonOf(`http://user:secret@127.0.0.1:${port}/secret.jpg`)).toContain('без пароля');
    expect(await reasonOf(`${site.address}/moved.jpg`)).toBeUndefined();
    expect(await imagesBySku(server())).toEqual({ 'A-1': ['moved.jpg'] });
  });

  it('[I891] temporary failures are retried, and a site that fails three times in a row is given up', async () => {
    openImageNetwork(server());
    let busy = 2;
    const good = await jpegOf('red');
    const site = await open({
      '/again.jpg': (_request, response) => {
        busy -= 1;
        if (busy >= 0) response.writeHead(503, { 'Retry-After': '0' }).end();
        else response.writeHead(200).end(good);
      },
    });
    const broken = await open({});
    await broken.close();
    const names = Array.from({ length: 20 }, (_, at) => `${broken.address}/${at}.jpg`);
    const rows = names.map((address, at) => [`B-${at}`, `Товар ${at}`, address]);
    const run = await runFile(server(), csvOf([header, ['A-1', 'Чай', `${site.address}/again.jpg`], ...rows]));
    expect(run.counts).toMatchObject({ new: 21, images: 1, images_failed: 20 });
    const texts = warningsOf(run).map(([, , , text]) => text);
    expect(texts.filter(text => text === 'Сайт не отвечает (ECONNREFUSED)').length).toBeLessThan(8);
    expect(texts.at(-1)).toBe(
      `Сайт ${new URL(broken.address).host} не ответил несколько раз подряд, остальные изображения с него в этом импорте не брали`,
    );
  });

  it.each(['stopped', 'lost'])(
    '[I893] [I830] [I831] a run that is %s among its images goes on with those that are left, and adds none twice',
    async how => {
      openImageNetwork(server());
      const stop = await recoverImports(server().deps);
      const colours = ['red', 'green', 'blue', 'black'];
      const files = Object.fromEntries(await Promise.all(colours.map(async one => [`/${one}.jpg`, await jpegOf(one)])));
      let isHeld = false;
      const held: (() => void)[] = [];
      const site = await open({
        ...files,
        '/last.jpg': (_request, response) => {
          if (!isHeld) held.push(() => response.end(files['/red.jpg']));
          else response.writeHead(200).end(files['/red.jpg']);
        },
      });
      const rows = Array.from({ length: 30 }, (_, at) => [
        `A-${at}`,
        `Товар ${at}`,
        `${site.address}/${at === 29 ? 'last' : colours[at % 4]}.jpg`,
      ]);
      const { user } = await server().signIn('content_manager');
      const path = fileOf(csvOf([header, ...rows]));
      const started = await startImport(server().deps, { path, fileName: 'фото.csv', user: callerOf(user) });
      await vi.waitUntil(() => held.length > 0, { timeout: 60_000 });
      expect(await server().db.$count(importImages)).toBe(10);
      if (how === 'stopped') await stop();
      else await server().db.update(runs).set({ heartbeat_at: SILENT_SINCE });
      isHeld = true;
      const stopAgain = await recoverImports({ ...server().deps, realtime: createEventBus() });
      const send = await server().as('content_manager');
      const read = async () => (await send('GET', `${IMPORT}/runs/${started.run.id}?limit=1000`)).result as RunWithLog;
      await vi.waitUntil(async () => (await read()).status === 'finished', { timeout: 60_000, interval: 50 });
      // A process that comes back late writes nothing more.
      for (const answer of held) answer();
      await started.done;
      await stopAgain();
      await stop();
      const run = await read();
      expect(run.counts).toEqual({ new: 30, changed: 0, unchanged: 0, faulty: 0, images: 30, images_failed: 0 });
      expect(Object.values(await imagesBySku(server())).map(names => names.length)).toEqual(Array(30).fill(1));
      expect(await server().db.$count(importImages)).toBe(0);
      expect(server().faults).toEqual([]);
    },
  );

  it('[I893] cancelling stops the fetching and keeps what was added', async () => {
    openImageNetwork(server());
    const reached: string[] = [];
    const site = await open({ '/silent.jpg': request => void reached.push(request.url ?? '') });
    const { user } = await server().signIn('content_manager');
    const path = fileOf(csvOf([header, ['A-1', 'Чай', `${site.address}/silent.jpg`]]));
    const started = await startImport(server().deps, { path, fileName: 'фото.csv', user: callerOf(user) });
    await vi.waitUntil(() => reached.length > 0, { timeout: 60_000 });
    const canceled = await cancelImport(server().deps, user.id);
    expect(canceled.counts).toMatchObject({ new: 1 });
    expect((await started.done).status).toBe('canceled');
    await server().deps.backgroundTasks.whenSettled();
    expect(await server().db.$count(importImages)).toBe(0);
  });

  it('[I890] several columns of images are joined, and columns of pages or words are none', async () => {
    const table = csvOf([
      ['Артикул', 'Название', 'Фото 1', 'Фото 2', 'Есть фото', 'Страница'],
      ['A-1', 'Чай', 'https://shop.example/1.jpg', 'https://shop.example/2.jpg', 'да', 'https://shop.example/tea'],
      ['A-2', 'Кофе', 'https://shop.example/3.jpg', '', 'да', 'https://shop.example/coffee'],
    ]);
    const { columns } = await proposeMapping(server().deps, { path: fileOf(table) });
    expect(columns.map(({ field, why, sources }) => [field, why, sources.map(one => one.header)])).toEqual([
      ['sku', 'heading', ['Артикул']],
      ['name', 'heading', ['Название']],
      ['images', 'synonym', ['Фото 1', 'Фото 2']],
      [null, null, ['Есть фото']],
      [null, null, ['Страница']],
    ]);
  });

  it('[I898] whoever may not change images is not proposed their column, and a table that names it is refused', async () => {
    const pages = await server().as('content_manager');
    await letRole(server(), '1c_client', 'product-list.import-file', 'product.show-general', 'products.show-list');
    const send = await server().as('1c_client');
    const table = csvOf([header, ['A-1', 'Чай', 'https://shop.example/1.jpg']]);
    const proposed = (await send('POST', PREPARED, formOf(['table', table]))).result as PreparedImport;
    expect(proposed.columns.map(({ field }) => field)).toEqual(['sku', 'name', null]);
    expect(proposed.fields.some(({ name }) => name === 'images')).toBe(false);
    const own = csvOf([
      ['Артикул', 'Название', 'Изображения'],
      ['A-1', 'Чай', 'https://shop.example/1.jpg'],
    ]);
    const refused = await send('POST', IMPORT, formOf(['table', own]));
    expect([refused.status, refused.message]).toEqual([
      400,
      expect.stringContaining('нет доступа к столбцу «Изображения»'),
    ]);
    expect((await pages('GET', '/products')).result).toMatchObject({ total: 0 });
  });
});

/** The rows on the second sheet of a run's report. */
const readReport = async (server: TestServer, id: number): Promise<string[][]> => {
  const { access } = await server.signIn('content_manager');
  const response = await server.app.request(`${API_BASE}${IMPORT}/runs/${id}/report`, {
    headers: { Authorization: `Bearer ${access}` },
  });
  const table = await openTable(fileOf(new Uint8Array(await response.arrayBuffer())), cells => cells.length);
  const rows: string[][] = [];
  for await (const group of table.onSheet(table.sheets[1] ?? '').rows())
    rows.push(...group.map(({ cells }) => Array.from(cells, toFullText)));
  return rows;
};
