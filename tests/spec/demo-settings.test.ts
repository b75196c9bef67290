import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attributeKinds } from '#contract/resources/settings/attribute.ts';
import { attributes as demonstrated, excludeDeclared } from '#server/demo/settings.ts';
import { addImage, SENDING } from '#tests/support/cafes.ts';
import { nextEvent } from '#tests/support/importing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeDemonstration } from '#tests/support/server.ts';

interface Item {
  id: number;
  attributes: Record<string, unknown>;
}

describeDemonstration('Demonstration data: settings', server => {
  it('[D20] [D8] the demonstration has what the settings are made of, and goods that use it', async () => {
    const send = await server().as('admin');
    const list = async (path: string) =>
      (await send('GET', path)).result as { items: { code: string; kind?: string }[] };
    expect((await send('GET', '/language')).result).toMatchObject([{ code: 'ru' }, { code: 'en' }]);
    const { items: projects } = (await send('GET', '/project')).result as { items: { platform: string }[] };
    expect(new Set(projects.map(({ platform }) => platform)).size).toBe(2);
    const { items: attributes } = await list('/attribute');
    expect(new Set(excludeDeclared(() => false).attributes.map(({ kind }) => kind))).toEqual(new Set(attributeKinds));
    expect(attributes).toMatchObject(demonstrated);
    for (const { code } of attributes.filter(({ code }) => !['vegetarian', 'tagline'].includes(code))) {
      const { total } = (await send('GET', `/products?attributes.${code}_empty=false`)).result as { total: number };
      expect([code, total > 100]).toEqual([code, true]);
    }
    expect((await send('GET', '/products?prices_empty=false')).result).toMatchObject({
      total: expect.toSatisfy(total => Number(total) > 100),
    });
    const [kefir] = ((await send('GET', '/products?search=кефир')).result as { items: Item[] }).items;
    expect(kefir?.attributes).toMatchObject({ composition: { ru: expect.stringContaining('закваска') } });
  });

  it('[M16] the cafes of the demonstration whose media go to folders get theirs without any setting', async () => {
    const send = await server().as('admin');
    const { items } = (await send('GET', '/cafe?kind=folder')).result as { items: { id: number; name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(['Кафе на Кирова', 'Кафе на Набережной']);
    const [latte] = ((await send('GET', '/products?search=латте')).result as { items: Item[] }).items;
    const id = latte?.id ?? 0;
    await addImage(server(), id, 'a picture');
    const over = nextEvent(server(), 'SENDMEDIA_READY');
    await send('POST', SENDING, { product_ids: [id], cafe_ids: items.map(cafe => cafe.id) });
    await over;
    const { cafesDir } = server().deps.config;
    for (const folder of ['kirova', 'naberezhnaya'])
      expect(await readdir(join(cafesDir, folder, String(id)))).toContain('product.json');
  });

  it('[D20] products from all over the demonstration can be saved with the attributes that they have', async () => {
    const send = await server().as('admin');
    const { items } = (await send('GET', '/products?per_page=1000&sort=id')).result as { items: Item[] };
    for (const { id, attributes } of items.filter((_, at) => at % 40 === 0)) {
      const saved = recordIn(await send('PUT', `/products/${id}`, { attributes }));
      expect([id, saved.version]).toEqual([id, 1]);
    }
  });
});
