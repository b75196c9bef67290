import { max } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { batches, categories } from '#server/db/schema.ts';
import { addImages } from '#tests/support/images.ts';
import { addProducts } from '#tests/support/records.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('A version that is put back', server => {
  const readLast = async () =>
    (
      await server()
        .db.select({ id: max(batches.id) })
        .from(batches)
    )[0]?.id;

  it('[J706] a version is put back by a single write, with images, products and their order, or not at all', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок', sku: 'A-2' }, { name: 'Морс' });
    const send = await server().as('admin');
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices/1/products', { ids: [1, 2, 3] });
    const matrix = await readLast();
    await send('PUT', '/matrices/1', { name: 'Лето' });
    await send('PUT', '/matrices/1/products', { ids: [3], before_id: 1 });
    await send('DELETE', '/matrices/1/products', { ids: [2] });
    const readMatrix = async () => [
      recordIn(await send('GET', '/matrices/1'))['name'],
      itemsIn(await send('GET', '/matrices/1/products')).map(({ id }) => id),
    ];
    server().messages.length = 0;
    expect((await send('POST', `/batches/${matrix}/version`, { entity: 'matrices', record_id: 1 })).status).toBe(200);
    expect(await readMatrix()).toEqual(['Зима', [1, 2, 3]]);
    const announcements = server().messages.filter(message => 'event' in message && message.event === 'RECORDS_CHANGE');
    expect(announcements).toHaveLength(1);

    await send('PUT', '/products/2', { name: 'Сок яблочный' });
    const version = await readLast();
    await addImages(server(), '/products/2/images', 'red');
    await send('PUT', '/products/2', { name: 'Нектар', sku: 'A-3' });
    await send('PUT', '/products/1', { sku: 'A-2' });
    const total = await server().db.$count(batches);
    const back = { entity: 'nomenclature', record_id: 2 };
    const refused = await send('POST', `/batches/${version}/version`, back);
    expect(refused).toMatchObject({ status: 400, errors: { sku: [expect.any(String)] } });
    expect(await server().db.$count(batches)).toBe(total);
    expect(recordIn(await send('GET', '/products/2'))).toMatchObject({ name: 'Нектар', sku: 'A-3' });
    expect(itemsIn(await send('GET', '/products/2/images'))).toHaveLength(1);
  });

  it('[J706] a category goes back to its name and its place', async () => {
    const send = await server().as('admin');
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const node = (id: number | undefined, name: string, ...children: object[]) => ({ id, name, children });
    const save = (...categories: object[]) => send('PUT', '/categories/site', { categories });
    await save(node(undefined, 'Напитки'), node(undefined, 'Соки'), node(undefined, 'Чаи'));
    const version = await readLast();
    await save(node(1, 'Напитки', node(3, 'Чаи')), node(2, 'Соки все'));
    const total = await server().db.$count(batches);
    const putBack = (record_id: number) =>
      send('POST', `/batches/${version}/version`, { entity: 'categories', record_id });
    for (const id of [2, 3]) expect((await putBack(id)).status).toBe(200);
    const rows = await server().db.select().from(categories).orderBy(categories.position);
    expect(rows.map(({ name, parent_id }) => [name, parent_id])).toEqual([
      ['Напитки', null],
      ['Соки', null],
      ['Чаи', null],
    ]);
    expect(await server().db.$count(batches)).toBe(total + 2);
  });
});
