import { count, isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { models, pictures, products } from '#server/db/schema.ts';
import { generateDemoData } from '#server/demo/data.ts';
import { chooseDrawing, renderDrawing } from '#server/demo/pictures/drawing.ts';
import { seedPictures } from '#server/demo/pictures/seed.ts';
import { fetchPicture } from '#tests/support/images.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { useTestServer } from '#tests/support/server.ts';

describe('The pictures of the demonstration', () => {
  const server = useTestServer('embedded', 'demonstration');

  it('[D10] [G2] many hundreds of products and the models have one, and a photographer has work left', async () => {
    const { db, deps } = server();
    await seedPictures(deps);
    const counted = async (table: typeof products | typeof models) =>
      (await db.select({ total: count() }).from(table).where(isNotNull(table.picture)))[0]?.total ?? 0;
    expect(await counted(products)).toBeGreaterThan(500);
    expect(await counted(products)).toBeLessThan(1500);
    expect(await counted(models)).toBeGreaterThan(50);
    // A start waits for every one of them.
    expect((await db.select().from(pictures)).length).toBeLessThan(110);

    const send = await server().as('photographer');
    const [shown] = itemsIn(await send('GET', '/products?picture_empty=false&per_page=1'));
    const picture = await fetchPicture(server(), String(shown?.['picture']));
    const { format, width } = await sharp(await picture.arrayBuffer()).metadata();
    expect([picture.status, format, width]).toEqual([200, 'webp', 128]);
    // What draws them reads no upload.
    await expect(sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')).metadata()).rejects.toThrow();
  });
});

describe('The drawings of the demonstration', () => {
  it('[D10] [D3] a product’s picture is the same each time and needs no font', () => {
    for (const product of generateDemoData().products.slice(0, 300)) {
      const [one, other] = [chooseDrawing(product), chooseDrawing({ ...product })];
      expect(one).toEqual(other);
      if (one) expect(renderDrawing(one)).not.toMatch(/<text|font/);
    }
  });
});
