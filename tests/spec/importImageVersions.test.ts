import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { imagesBySku, openImageNetwork, useImageSites } from '#tests/support/imageSite.ts';
import { jpegOf, pngOf } from '#tests/support/images.ts';
import { runFile } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const header = ['Артикул', 'Название', 'Фото'];

describeOnBoth('§I Images that have not changed on their site', server => {
  const open = useImageSites();

  it('[I948] an image that its site calls unchanged is not fetched again, and one that it has replaced is', async () => {
    openImageNetwork(server());
    const state = { etag: '"1"', bytes: await jpegOf('red'), sent: 0 };
    const versioned = (by: 'etag' | 'last-modified') => (request: IncomingMessage, response: ServerResponse) => {
      const value = by === 'etag' ? state.etag : `Thu, 26 Nov 2026 05:00:0${state.etag.at(1)} GMT`;
      const isKnown = request.headers[by === 'etag' ? 'if-none-match' : 'if-modified-since'] === value;
      state.sent += isKnown ? 0 : 1;
      response.writeHead(isKnown ? 304 : 200, { [by]: value });
      response.end(isKnown ? undefined : state.bytes);
    };
    const blue = await pngOf('blue');
    const site = await open({
      '/red.jpg': versioned('etag'),
      '/dated.jpg': versioned('last-modified'),
      '/moved.jpg': (_, response) => response.writeHead(302, { Location: '/red.jpg' }).end(),
      '/plain.png': blue,
    });
    const table = csvOf([
      header,
      ['A-1', 'Чай', `${site.address}/red.jpg`],
      ['A-2', 'Кофе', `${site.address}/dated.jpg`],
      ['A-3', 'Какао', `${site.address}/moved.jpg`],
      ['A-4', 'Сок', `${site.address}/plain.png`],
    ]);
    expect((await runFile(server(), table)).counts).toMatchObject({ new: 4, images: 4 });
    expect(state.sent).toBe(3);
    expect((await runFile(server(), table)).counts).toMatchObject({ unchanged: 4, images: 0, images_failed: 0 });
    expect(state.sent).toBe(3);
    expect(site.requests.filter(path => path === '/plain.png')).toHaveLength(2);

    Object.assign(state, { etag: '"2"', bytes: await jpegOf('green') });
    expect((await runFile(server(), table)).counts).toMatchObject({ images: 3, images_failed: 0 });
    expect(state.sent).toBe(6);
    expect((await imagesBySku(server()))['A-1']).toHaveLength(2);
    expect(server().faults).toEqual([]);
  });

  it('[I948] more unchanged images than a site has connections are found unchanged without waiting', async () => {
    openImageNetwork(server());
    const names = Array.from({ length: 12 }, (_, at) => `/${at}.png`);
    const answerOf = (bytes: Buffer) => (request: IncomingMessage, response: ServerResponse) => {
      const isKnown = request.headers['if-none-match'] === '"1"';
      response.writeHead(isKnown ? 304 : 200, { ETag: '"1"' }).end(isKnown ? undefined : bytes);
    };
    const files = await Promise.all(
      names.map(async (name, at) => [name, answerOf(await pngOf(`rgb(${at}, 0, 0)`))] as const),
    );
    const site = await open(Object.fromEntries(files));
    const table = csvOf([header, ...names.map((name, at) => [`A-${at}`, 'Чай', site.address + name])]);
    expect((await runFile(server(), table)).counts).toMatchObject({ images: 12 });
    const begunAt = performance.now();
    expect((await runFile(server(), table)).counts).toMatchObject({ images: 0, images_failed: 0 });
    // Requests that kept their connections would wait until the site closes them.
    expect(performance.now() - begunAt).toBeLessThan(4000);
  });

  it('[I948] an unchanged image whose picture no record shows any more is fetched whole', async () => {
    openImageNetwork(server());
    const bytes = await jpegOf('red');
    const site = await open({
      '/red.jpg': (request, response) => {
        const isKnown = request.headers['if-none-match'] === '"1"';
        response.writeHead(isKnown ? 304 : 200, { ETag: '"1"' }).end(isKnown ? undefined : bytes);
      },
    });
    const table = csvOf([header, ['A-1', 'Чай', `${site.address}/red.jpg`]]);
    await runFile(server(), table);
    const send = await server().as('admin');
    await send('DELETE', '/products/1');
    expect((await runFile(server(), table)).counts).toMatchObject({ new: 1, images: 1, images_failed: 0 });
  });
});
