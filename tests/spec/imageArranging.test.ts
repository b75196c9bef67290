import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { languages, products } from '#server/db/schema.ts';
import { addImages, fetchPicture, imageForm, imagesIn, jpegOf, outcomesIn, pngOf } from '#tests/support/images.ts';
import { addProducts } from '#tests/support/records.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer, useTestServer } from '#tests/support/server.ts';

const productOf = async (server: TestServer) => {
  const [product] = await addProducts(server, { name: 'Латте' });
  const record = `/products/${product?.id ?? 0}`;
  return { record, path: `${record}/images`, send: await server.as('content_manager') };
};

describeOnBoth('Contract 3: arranging images', server => {
  it('[G8] the same picture twice is one image, in one upload and in two', async () => {
    const { path, send } = await productOf(server());
    const picture = await jpegOf('red');
    const first = await send('POST', path, imageForm(['a.jpg', picture], ['b.jpg', picture]));
    const [{ id } = { id: 0 }] = imagesIn(first);
    expect(outcomesIn(first)).toEqual([
      { file_name: 'a.jpg', image_id: id, is_new: true, refused: null },
      { file_name: 'b.jpg', image_id: id, is_new: false, refused: null },
    ]);
    const second = await send('POST', path, imageForm(['c.jpg', picture]));
    expect(imagesIn(second)).toEqual(imagesIn(first));
    expect(second.result).toMatchObject({ version: (first.result as { version: number }).version });
  });

  it('[G8] [X18] an upload repeated after a lost response gets the first response again', async () => {
    const { path, send } = await productOf(server());
    const again = async () =>
      send('POST', path, imageForm(['a.jpg', await jpegOf('red')]), { 'Idempotency-Key': 'upload-1' });
    const first = await again();
    expect((await again()).result).toEqual(first.result);
    const [image] = imagesIn(first);
    await send('DELETE', `${path}/${image?.id}`);
    expect((await again()).result).toEqual(first.result);
    expect(imagesIn(await send('GET', path))).toEqual([]);
    const other = imageForm(['b.jpg', await jpegOf('blue')]);
    expect((await send('POST', path, other, { 'Idempotency-Key': 'upload-1' })).status).toBe(409);
  });

  it('[G9] a manager orders images, chooses the main one and writes alt texts', async () => {
    const { record, path, send } = await productOf(server());
    const [red, green, blue] = await addImages(server(), path, 'red', 'green', 'blue');
    expect(recordIn(await send('GET', record))['picture']).toBe(red?.addresses.small);

    const ordered = imagesIn(await send('PUT', path, { ids: [blue?.id, red?.id] }));
    expect(ordered.map(({ file_name }) => file_name)).toEqual(['blue.png', 'red.png', 'green.png']);
    expect(ordered.map(({ is_main }) => is_main)).toEqual([false, true, false]);

    const chosen = imagesIn(await send('PUT', path, { main_id: green?.id }));
    expect(chosen.map(({ is_main }) => is_main)).toEqual([false, false, true]);
    expect(recordIn(await send('GET', record))['picture']).toBe(green?.addresses.small);

    await server()
      .db.insert(languages)
      .values(['ru', 'en'].map((code, order) => ({ code, name: code, order })));
    const alt = { ru: 'Стакан латте', en: 'A glass of latte' };
    await send('PUT', path, { alts: [{ id: red?.id, alt }] });
    const described = imagesIn(await send('PUT', path, { alts: [{ id: red?.id, alt: { en: ' ' } }] }));
    expect(described.find(({ id }) => id === red?.id)?.alt).toEqual({ ru: 'Стакан латте' });
    expect(await send('PUT', path, { alts: [{ id: red?.id, alt: { ru: 'я'.repeat(256) } }] })).toMatchObject({
      status: 400,
      errors: { 'alts.0.alt.ru': ['Не длиннее 255 знаков'] },
    });
    expect(await send('PUT', path, { alts: [{ id: red?.id, alt: { xx: 'Латте' } }] })).toMatchObject({
      status: 400,
      errors: { 'alts.0.alt.xx': ['Такой записи нет'] },
    });
  });

  it('[G9] removing the main image makes the first one the main image', async () => {
    const { record, path, send } = await productOf(server());
    const [red, green] = await addImages(server(), path, 'red', 'green');
    const left = imagesIn(await send('DELETE', `${path}/${red?.id}`));
    expect(left).toEqual([{ ...green, is_main: true }]);
    expect(recordIn(await send('GET', record))['picture']).toBe(green?.addresses.small);
    await send('DELETE', `${path}/${green?.id}`);
    expect(recordIn(await send('GET', record))['picture']).toBeNull();
    expect(await send('DELETE', `${path}/${green?.id}`)).toMatchObject({ status: 404 });
  });

  it('[G9] [X17] arranging an image that was removed is a conflict with the current images', async () => {
    const { path, send } = await productOf(server());
    const [red, green] = await addImages(server(), path, 'red', 'green');
    await send('DELETE', `${path}/${red?.id}`);
    const late = await send('PUT', path, { ids: [green?.id, red?.id] });
    expect(late).toMatchObject({ status: 409, message: 'Изображения успел изменить кто-то другой' });
    expect(imagesIn(late)).toEqual([{ ...green, is_main: true }]);
  });

  it('[G16] an image is replaced in its place', async () => {
    const { record, path, send } = await productOf(server());
    const [red, green] = await addImages(server(), path, 'red', 'green');
    await server().db.insert(languages).values({ code: 'ru', name: 'Русский', order: 1 });
    await send('PUT', path, { alts: [{ id: red?.id, alt: { ru: 'Латте' } }] });
    const replace = `${path}?replace=${red?.id}`;
    const images = imagesIn(await send('POST', replace, imageForm(['новый.png', await pngOf('blue')])));
    expect(images).toEqual([
      expect.objectContaining({ file_name: 'новый.png', is_main: true, alt: { ru: 'Латте' } }),
      green,
    ]);
    expect(recordIn(await send('GET', record))['picture']).toBe(images[0]?.addresses.small);
    expect((await send('POST', replace, imageForm(['a.png', await pngOf('white')]))).status).toBe(404);
    const two = imageForm(['a.png', await pngOf('white')], ['b.png', await pngOf('black')]);
    expect(await send('POST', `${path}?replace=${green?.id}`, two)).toMatchObject({
      status: 400,
      message: 'На место изображения можно поставить только один файл',
    });
    const known = await send('POST', `${path}?replace=${images[0]?.id}`, imageForm(['g.png', await pngOf('green')]));
    expect(imagesIn(known)).toEqual([{ ...green, is_main: true }]);
  });

  it('[G10] a change of images increments the version and is announced; one without effect is not', async () => {
    const { record, path, send } = await productOf(server());
    const { id, version } = recordIn(await send('GET', record));
    server().messages.length = 0;
    server().advance(60_000);
    const [red] = await addImages(server(), path, 'red');
    const after = recordIn(await send('GET', record));
    expect(after.version).toBe(version + 1);
    expect(after['updated_by']).toMatchObject({ id: (await server().signIn('photographer')).user.id });
    expect(server().messages).toContainEqual(
      expect.objectContaining({
        channel: channels.records('nomenclature'),
        event: 'RECORDS_CHANGE',
        payload: expect.objectContaining({
          ids: [id],
          records: [expect.objectContaining({ id, version: version + 1, picture: red?.addresses.small })],
        }),
      }),
    );
    const told = server().messages.length;
    await send('PUT', path, { ids: [red?.id], main_id: red?.id, alts: [{ id: red?.id, alt: {} }] });
    expect(server().messages).toHaveLength(told);
    expect(recordIn(await send('GET', record))).toEqual(after);
  });

  it('[G17] [X11] a photographer lists the products without an image, and those with one', async () => {
    const [bare, shown] = await addProducts(server(), { name: 'Латте' }, { name: 'Капучино' });
    await addImages(server(), `/products/${shown?.id}/images`, 'red');
    const send = await server().as('photographer');
    const listed = async (query: string) => itemsIn(await send('GET', `/products?${query}`)).map(({ id }) => id);
    expect(await listed('picture_empty=true')).toEqual([bare?.id]);
    expect(await listed('picture_empty=false')).toEqual([shown?.id]);
    expect((await send('GET', '/products?picture=x')).status).toBe(400);
  });

  it('[G8] two simultaneous uploads of the same picture both succeed and store it once', async () => {
    const { path, send } = await productOf(server());
    const picture = await pngOf('red');
    const answers = await Promise.all([1, 2, 3].map(n => send('POST', path, imageForm([`${n}.png`, picture]))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(imagesIn(await send('GET', path))).toHaveLength(1);
  });

  it('[G9] [X31] clients cannot write the picture of a record', async () => {
    const { record, send } = await productOf(server());
    expect(await send('PUT', record, { picture: '/pictures/x' })).toMatchObject({ status: 400 });
    await server().db.delete(products).where(eq(products.name, 'Латте'));
  });
});

describe('Contract 3: what is kept of a picture', () => {
  const server = useTestServer();

  it('[G6] a photograph is rotated according to EXIF, and all EXIF is removed, including the location', async () => {
    const { path, send } = await productOf(server());
    const left = await sharp({ create: { width: 20, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const photograph = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'blue' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withExif({ IFD0: { Make: 'Камера' }, IFD3: { GPSLatitude: '55/1 45/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photograph).metadata()).exif).toBeDefined();
    const wide = await sharp(photograph).extend({ right: 40 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const [image] = imagesIn(await send('POST', path, imageForm(['a.jpg', wide])));
    expect(image).toMatchObject({ width: 40, height: 80 });
    for (const address of Object.values(image?.addresses ?? {})) {
      const kept = Buffer.from(await (await fetchPicture(server(), address)).arrayBuffer());
      const { exif, xmp, icc, orientation, width, height } = await sharp(kept).metadata();
      expect([exif, xmp, icc, orientation, width * 2]).toEqual([undefined, undefined, undefined, undefined, height]);
      // Orientation 6: what was on the left is on top.
      const { data } = await sharp(kept).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(data[0]).toBeGreaterThan(200);
    }
  });

  it('[G13] a file name is only displayed and never used as a path', async () => {
    const { path, send } = await productOf(server());
    const names = ['../../secrets.json', 'C:\\фото\\латте.jpg', 'a\u202egpj.exe\u0000', '   '];
    const files = await Promise.all(names.map(async (name, at) => [name, await pngOf(`#${at}${at}${at}`)] as const));
    const images = imagesIn(await send('POST', path, imageForm(...files)));
    expect(images.map(({ file_name }) => file_name)).toEqual(['secrets.json', 'латте.jpg', 'agpj.exe', 'изображение']);
    for (const { addresses } of images)
      expect(Object.values(addresses).join()).toMatch(/^(\/pictures\/[0-9a-f]{64}\/[a-z]+\.(webp|png),?)+$/);
  });
});
