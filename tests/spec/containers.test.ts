import { expect, it } from 'vitest';
import { letRole } from '#tests/support/permissions.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { addShops, SITE, synchronize } from '#tests/support/synchronization.ts';

describeOnBoth('Contract 2: what a deletion takes records out of', server => {
  const begin = async () => {
    await addShops(server());
    const send = await server().as('admin');
    const make = async (path: string, body: object) => recordIn(await send('POST', path, body)).id;
    const [tea, milk] = [
      await make('/products', { name: 'Чай', barcode: '4006381333931', status: 'active', categories: [1], price: 10 }),
      await make('/products', { name: 'Молоко' }),
    ];
    const model = await make('/models', { name: 'Напитки', product_ids: [tea, milk] });
    const matrix = await make('/matrices', { name: 'Утро' });
    await send('POST', `/matrices/${matrix}/products`, { ids: [tea, milk] });
    const hidden = await make('/matrices', { name: 'Ночь' });
    await send('POST', `/matrices/${hidden}/products`, { ids: [tea] });
    await send('PUT', `/matrices/${hidden}/access`, { users: [], roles: [{ slug: 'admin', level: 'edit' }] });
    await synchronize(server(), [SITE]);
    return { send, tea, milk, model, matrix, hidden };
  };
  const ofModel = (id: number) => ({ resource: 'catalog', count: 1, records: [{ id, name: 'Напитки' }] });
  const ofMatrix = (id: number) => ({ id, name: 'Утро' });

  it('[X560] names the records that hold these ones, each once, and the feeds that publish them', async () => {
    const { send, tea, milk, model, matrix, hidden } = await begin();
    const night = { id: hidden, name: 'Ночь' };
    const matrices = { resource: 'matrices', count: 2, records: [night, ofMatrix(matrix)] };
    expect((await send('POST', '/products/containers', { ids: [tea, milk] })).result).toEqual({
      links: [ofModel(model), matrices],
      feeds: [{ id: SITE, name: 'Сайт', count: 1 }],
    });
    expect((await send('POST', '/products/containers', { ids: [milk] })).result).toEqual({
      links: [ofModel(model), { ...matrices, count: 1, records: [ofMatrix(matrix)] }],
      feeds: [],
    });
    const products = {
      resource: 'nomenclature',
      count: 2,
      records: [
        { id: milk, name: 'Молоко' },
        { id: tea, name: 'Чай' },
      ],
    };
    expect((await send('POST', '/models/containers', { ids: [model] })).result).toEqual({
      links: [products],
      feeds: [],
    });
    expect((await send('POST', '/matrices/containers', { ids: [matrix] })).result).toEqual({
      links: [products],
      feeds: [],
    });
  });

  it('[X560] names only what the caller may see, and answers only who may delete', async () => {
    const { tea, model, matrix } = await begin();
    await letRole(server(), 'accountant', 'product.show-general', 'product.show-models', 'matrix.view-list');
    const send = await server().as('accountant');
    expect((await send('POST', '/products/containers', { ids: [tea] })).result).toEqual({
      links: [{ resource: 'matrices', count: 1, records: [ofMatrix(matrix)] }],
      feeds: [],
    });
    expect((await send('POST', '/models/containers', { ids: [model] })).status).toBe(403);
    await letRole(server(), 'accountant', 'product.show-general', 'models.show-list', 'synchronization.show-list');
    expect((await send('POST', '/products/containers', { ids: [tea] })).result).toEqual({
      links: [],
      feeds: [{ id: SITE, name: 'Сайт', count: 1 }],
    });
  });

  it('[X560] a record that is hidden from the caller answers like an unknown one', async () => {
    const { hidden, matrix } = await begin();
    await letRole(server(), 'accountant', 'products.show-list', 'matrix.view-list');
    const send = await server().as('accountant');
    const linksOf = async (id: number) =>
      ((await send('POST', '/matrices/containers', { ids: [id] })).result as { links: unknown[] }).links;
    expect(await linksOf(matrix)).toHaveLength(1);
    expect(await linksOf(hidden)).toEqual([]);
    expect(await linksOf(999)).toEqual([]);
  });
});
