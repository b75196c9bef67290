import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  fetchPicture,
  imageForm,
  imagesIn,
  jpegOf,
  outcomesIn,
  pngOf,
  type SentFile,
  webpOf,
} from '#tests/support/images.ts';
import { addModels, addProducts } from '#tests/support/records.ts';
import { describeOnBoth, useTestServer } from '#tests/support/server.ts';
import { zipOf } from '#tests/support/tables.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

describeOnBoth('Contract 3: an upload of images', server => {
  it.each([
    { resource: 'products', add: addProducts },
    { resource: 'models', add: addModels },
  ])(
    '[G1] [G2] [G7] a photographer adds a JPEG, a PNG and a WebP to one of the $resource',
    async ({ resource, add }) => {
      const [record] = await add(server(), { name: 'Латте' });
      const send = await server().as('photographer');
      const form = imageForm(
        ['a.jpg', await jpegOf('red', 300, 200)],
        ['b.png', await pngOf('green', 2000, 1000)],
        ['c.webp', await webpOf('blue')],
      );
      const answer = await send('POST', `/${resource}/${record?.id}/images`, form);
      expect(answer).toMatchObject({ status: 200, message: 'success' });
      const images = imagesIn(answer);
      expect(images).toMatchObject([
        { width: 300, height: 200, file_name: 'a.jpg', is_main: true, alt: {} },
        { width: 2000, height: 1000, file_name: 'b.png', is_main: false },
        { width: 60, height: 40, file_name: 'c.webp', is_main: false },
      ]);
      expect(outcomesIn(answer)).toEqual(
        images.map(({ id, file_name }) => ({ file_name, image_id: id, is_new: true, refused: null })),
      );
      expect(imagesIn(await send('GET', `/${resource}/${record?.id}/images`))).toEqual(images);

      const sizes = await Promise.all(
        Object.values(images[1]?.addresses ?? {}).map(async address => {
          const response = await fetchPicture(server(), address);
          const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
          return [response.headers.get('Content-Type'), format, width, height];
        }),
      );
      expect(sizes).toEqual([
        ['image/webp', 'webp', 128, 64],
        ['image/webp', 'webp', 480, 240],
        ['image/webp', 'webp', 1600, 800],
        ['image/png', 'png', 2000, 1000],
      ]);
      expect(server().faults).toEqual([]);
    },
  );

  it('[G1] [P14] a user who may not see a record’s images can neither read nor write them', async () => {
    const [product] = await addProducts(server(), { name: 'Латте' });
    const path = `/products/${product?.id}/images`;
    for (const role of ['product_manager', 'accountant', 'admin_matrix'] as const) {
      const send = await server().as(role);
      expect([role, (await send('GET', path)).status]).toEqual([role, 403]);
      expect([role, (await send('POST', path, imageForm(['a.png', await pngOf('red')]))).status]).toEqual([role, 403]);
      expect([role, (await send('PUT', path, {})).status]).toEqual([role, 403]);
      expect([role, (await send('DELETE', `${path}/1`)).status]).toEqual([role, 403]);
    }
    const send = await server().as('photographer');
    expect((await send('GET', '/products/999/images')).status).toBe(404);
    expect((await send('POST', '/products/999/images', imageForm(['a.png', await pngOf('red')]))).status).toBe(404);
  });

  it('[G3] a photographer who uploads one bad file among good ones keeps the good ones and sees an error for the bad one', async () => {
    const [product] = await addProducts(server(), { name: 'Латте' });
    const send = await server().as('photographer');
    const form = imageForm(['a.jpg', await jpegOf('red')], ['план.jpg', SVG], ['c.png', await pngOf('blue')]);
    const answer = await send('POST', `/products/${product?.id}/images`, form);
    expect(answer.status).toBe(200);
    expect(imagesIn(answer).map(({ file_name }) => file_name)).toEqual(['a.jpg', 'c.png']);
    expect(outcomesIn(answer).map(({ refused }) => refused)).toEqual([
      null,
      '«план.jpg»: это не JPEG, не PNG и не WebP. Сохраните снимок в одном из этих форматов',
      null,
    ]);
  });
});

describe('Contract 3: files that are no pictures of ours', () => {
  const server = useTestServer();
  const send = async (...files: SentFile[]) => {
    const [product] = await addProducts(server(), { name: 'Латте' });
    const post = await server().as('photographer');
    return post('POST', `/products/${product?.id}/images`, imageForm(...files));
  };

  it.each([
    ['an SVG', 'a.svg', SVG],
    ['an SVG called a picture', 'a.png', SVG],
    ['a page called a picture', 'a.jpg', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'a.png', GIF],
    ['a text', 'a.webp', 'RIFF and nothing more'],
  ])('[G2] a photographer who sends %s reads which formats are accepted', async (_, name, bytes) => {
    const answer = await send([name, bytes]);
    const message = `«${name}»: это не JPEG, не PNG и не WebP. Сохраните снимок в одном из этих форматов`;
    expect(answer).toMatchObject({ status: 400, code: 400, message, errors: { image: [message] } });
    expect(server().faults).toEqual([]);
  });

  it('[G2] a photographer who uploads HEIC is advised which camera setting to choose', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
    expect((await send(['IMG_1.HEIC', heic])).message).toMatch(/HEIC.*«Наиболее совместимый»/);
  });

  it('[G5] a photographer who uploads a damaged file reads that it has to be saved again', async () => {
    const whole = await jpegOf('red', 800, 600);
    const message = '«a.jpg»: файл повреждён или передан не целиком. Откройте его в редакторе и сохраните заново';
    for (const cut of [20, 300, whole.length / 2, whole.length - 40])
      expect([cut, (await send(['a.jpg', whole.subarray(0, cut)])).message]).toEqual([cut, message]);
    expect((await send(['a.jpg', ''])).message).toMatch(/файл пуст/);
  });

  it('[G5] an animation is refused with an explanation', async () => {
    const frames = [await pngOf('red'), await pngOf('blue')];
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await send(['a.webp', animation])).message).toMatch(/анимация не подходит/);
  });

  it('[G5] a picture that is also an archive, a page or a program is refused', async () => {
    const picture = await jpegOf('red');
    const commented = Buffer.concat([
      picture.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, 27]),
      Buffer.from('<?php system($_GET[0]); ?>'.padEnd(25)).subarray(0, 25),
      picture.subarray(2),
    ]);
    for (const [what, bytes] of [
      ['archive', Buffer.concat([picture, zipOf([{ name: 'a.txt', content: 'спрятано' }])])],
      ['page', Buffer.concat([await pngOf('red'), Buffer.from('<html><body>')])],
      ['program', commented],
    ] as const)
      expect([what, (await send(['a.jpg', bytes])).message]).toEqual([
        what,
        expect.stringMatching(/спрятан код или архив/),
      ]);
  });

  it('[G4] a file above 15 MiB is refused, and the other one of the upload is stored', async () => {
    const large = Buffer.concat([await jpegOf('red'), Buffer.alloc(15 * 2 ** 20)]);
    const alone = await send(['a.jpg', large]);
    expect(alone).toMatchObject({ status: 413, message: expect.stringMatching(/больше 15 МБ/) });
    const answer = await send(['a.jpg', large], ['b.jpg', await jpegOf('blue')]);
    expect(imagesIn(answer).map(({ file_name }) => file_name)).toEqual(['b.jpg']);
  });

  it('[G4] a small file of more than 40 megapixels is refused by its header', async () => {
    const bomb = await pngOf('red', 8, 8);
    // The header alone says 30,000 x 30,000: whoever decoded it would fail another way.
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect(await send(['a.png', bomb])).toMatchObject({
      status: 400,
      message: '«a.png»: 30000 × 30000 точек, а можно не больше 40 мегапикселей. Уменьшите снимок',
    });
  });

  it('[G2] a request without an upload explains what is wrong', async () => {
    const picture = await pngOf('red');
    const [product] = await addProducts(server(), { name: 'Латте' });
    const post = await server().as('photographer');
    const path = `/products/${product?.id}/images`;
    expect((await post('POST', path, '{}')).message).toMatch(/multipart\/form-data в поле image/);
    expect((await post('POST', path, imageForm())).message).toMatch(/нет ни одного файла|не дошли целиком/);
    expect((await send(['a.png', picture, 'picture'])).message).toMatch(/в поле picture, а нужны в поле image/);
    const many = Array.from({ length: 21 }, (_, at) => [`${at}.png`, picture] as const);
    expect(await send(...many)).toMatchObject({ status: 413, message: expect.stringMatching(/не больше 20 файлов/) });
    expect(await readdir(join(server().deps.config.dataDir, 'uploads'))).toEqual([]);
  });
});
