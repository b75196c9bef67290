import { expect, it } from 'vitest';
import { addImages, imageForm, imagesIn, pngOf } from '#tests/support/images.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { batchOf, previewOf, undo } from '#tests/support/undoing.ts';

const mainImages = async (server: TestServer, path: string) =>
  imagesIn(await (await server.as('admin'))('GET', path)).filter(({ is_main }) => is_main);

describeOnBoth('Undo of a change of the main image', server => {
  // Two orders, because the keys follow from the content, and one of them comes first.
  it.each([
    ['red', 'green'],
    ['green', 'red'],
  ] as const)('[G16] [J664] a replacement of %s by %s is taken back', async (old, replacing) => {
    const [product] = await addProducts(server(), { name: 'Латте' });
    const path = `/products/${product?.id}/images`;
    const send = await server().as('admin');
    const [before] = await addImages(server(), path, old);
    const form = imageForm(['new.png', await pngOf(replacing)]);
    const replaced = await send('POST', `${path}?replace=${before?.id}`, form);
    expect((await previewOf(send, batchOf(replaced))).back.total).toBe(2);
    await undo(send, batchOf(replaced));
    const { addresses, is_main } = before ?? {};
    expect(imagesIn(await send('GET', path))).toMatchObject([{ addresses, is_main }]);
  });

  it('[G9] [J664] a record whose former main image is gone keeps the one that it has', async () => {
    const [product] = await addProducts(server(), { name: 'Латте' });
    const path = `/products/${product?.id}/images`;
    const send = await server().as('admin');
    const [first, second] = await addImages(server(), path, 'red', 'green');
    const chosen = await send('PUT', path, { main_id: second?.id });
    await send('DELETE', `${path}/${first?.id}`);
    await undo(send, batchOf(chosen));
    expect(await mainImages(server(), path)).toMatchObject([{ id: second?.id }]);
  });
});
