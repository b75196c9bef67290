import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedItem } from '#contract/feeds.ts';
import { API_BASE } from '#contract/limits.ts';
import { addValues } from '#tests/support/records.ts';
import { itemsIn, recordIn, type Sample } from '#tests/support/samples.ts';
import { senderOf, type TestServer, useTestServer } from '#tests/support/server.ts';
import {
  APP,
  addShops,
  type FeedPage,
  feedOf,
  productsIn,
  runWithLog,
  SITE,
  stateOf,
  synchronize,
} from '#tests/support/synchronization.ts';

const codes = ['site', 'app'] as const;
const ids = { site: SITE, app: APP };

/** What the tests compare of an item. */
const gist = (item: FeedItem) =>
  item.type === 'product'
    ? [item.type, item.id, item.name, item.barcode, item.price?.amount ?? null, item.category_ids, item.model_ids]
    : item.type === 'model'
      ? [item.type, item.id, item.name, item.category_ids]
      : [item.type, item.id, item.path.join('/')];
type Gist = ReturnType<typeof gist>;

/** Feeds as they ought to be, kept beside the server's own by what the API says of its records. */
const createExpected = () => {
  const known = { site: new Map<string, Gist>(), app: new Map<string, Gist>() };
  const platforms = { site: [1, 2], app: [3] };
  return {
    publish: async (server: TestServer, code: (typeof codes)[number]): Promise<void> => {
      const send = await server.as('admin');
      const feed = known[code];
      const products = itemsIn(await send('GET', '/products?per_page=1000'));
      const models = itemsIn(await send('GET', '/models?per_page=1000'));
      const inPlatform = (record: Sample) =>
        (record['categories'] as number[]).filter(id => platforms[code].includes(id));
      const isActive = ({ status }: Record<string, unknown>) => status === 'active';
      const there = new Set([...products.map(({ id }) => `p${id}`), ...models.map(({ id }) => `m${id}`)]);
      for (const key of feed.keys()) if (!there.has(key)) feed.delete(key);
      for (const model of models)
        if (isActive(model)) feed.set(`m${model.id}`, ['model', model.id, String(model['name']), inPlatform(model)]);
        else feed.delete(`m${model.id}`);
      for (const product of products) {
        if (!isActive(product)) feed.delete(`p${product.id}`);
        else if (product['barcode'] && inPlatform(product).length > 0) {
          const own = (product['prices'] as { project_id: number; amount: number }[]).find(
            price => price.project_id === ids[code],
          );
          const price = own?.amount ?? (product['price'] as number | null);
          const { name, barcode, model_ids } = product as unknown as {
            name: string;
            barcode: string;
            model_ids: number[];
          };
          feed.set(`p${product.id}`, ['product', product.id, name, barcode, price, inPlatform(product), model_ids]);
        }
      }
    },
    of: (code: (typeof codes)[number]): Gist[] =>
      [...known[code].values()].map(item => {
        const models = item[6] as number[] | undefined;
        return models ? [...item.slice(0, 6), models.filter(id => known[code].has(`m${id}`))] : item;
      }),
  };
};

const byText = (items: readonly Gist[]) => items.map(item => JSON.stringify(item)).toSorted();

/** One edit or one run; numbers choose among what there is. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: fc.nat(5), patch: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat(5), patch: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('model' as const), at: fc.nat(1), patch: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('run' as const), at: fc.nat(2), patch: fc.nat(3) }) },
);

const patches = [
  { name: 'Раф' },
  { status: 'archived' },
  { status: 'active' },
  { barcode: null },
  { categories: [1] },
  { categories: [2, 3] },
  { prices: [{ project_id: SITE, amount: 99, currency: 'RUB' }] },
  { model_ids: [1, 2] },
];
const modelPatches = [{ status: 'active' }, { status: 'archived' }, { name: 'Кофе' }, { categories: [1, 3] }];
const chosen = [['site'], ['app'], ['site', 'app']] as const;

describe('Y Feeds', () => {
  const server = useTestServer();

  it('[Y16] [Y11] after whatever edits and runs a feed is what the records make it, and holds nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async steps => {
        await server().reset();
        await addShops(server());
        const send = await server().as('content_manager');
        for (const name of ['Латте', 'Моккачино']) await send('POST', '/models', { name, status: 'active' });
        const barcodes = ['4600000000015', '4600000000022', '4600000000039', '4600000000046'];
        const made: number[] = [];
        for (const [at, barcode] of barcodes.entries()) {
          const values = { name: `Товар ${at}`, status: 'active', barcode, price: 10 + at, categories: [1, 3] };
          made.push(recordIn(await send('POST', '/products', values)).id);
        }
        const expected = createExpected();
        for (const { kind, at, patch } of [...steps, { kind: 'run' as const, at: 2, patch: 0 }]) {
          if (kind === 'edit') await send('PUT', `/products/${made[at % made.length]}`, patches[patch]);
          else if (kind === 'model') await send('PUT', `/models/${at + 1}`, modelPatches[patch]);
          else if (kind === 'remove') await send('DELETE', `/products/${made[at % made.length]}`);
          else {
            const to = chosen[at] ?? chosen[2];
            const run = await synchronize(
              server(),
              to.map(code => ids[code]),
            );
            expect(run.status).toBe('finished');
            for (const code of to) await expected.publish(server(), code);
            for (const code of codes) {
              const feed = (await feedOf(server(), code, 3)).filter(({ type }) => type !== 'category');
              expect([code, byText(feed.map(gist))]).toEqual([code, byText(expected.of(code))]);
            }
          }
        }
        expect(server().faults).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });

  it('[Y17] a product has what its project may see of it: its price, its categories, names of values, pictures', async () => {
    await addShops(server());
    const send = await server().as('admin');
    const [brand] = await addValues(server(), 'brand', 'Тёплый угол');
    await send('POST', '/attribute', { name: 'Обжарка', code: 'roast', kind: 'reference', reference: 'brand' });
    const values = {
      name: 'Латте',
      status: 'active',
      barcode: '4600000000015',
      sku: 'A-1',
      price: 250,
      prices: [{ project_id: SITE, amount: 270.5, currency: 'RUB' }],
      categories: [2, 3],
      brand_id: brand,
      attributes: { roast: brand },
    };
    const { id } = recordIn(await send('POST', '/products', values));
    await synchronize(server(), [SITE, APP]);
    const named = { id: brand, name: 'Тёплый угол' };
    const site = await feedOf(server(), 'site');
    expect(productsIn(site)).toMatchObject([
      {
        id,
        sku: 'A-1',
        price: { amount: 270.5, currency: 'RUB' },
        category_ids: [2],
        brand: named,
        attributes: { roast: named },
        images: [],
      },
    ]);
    expect(site.filter(({ type }) => type === 'category')).toMatchObject([
      { id: 1, path: ['Напитки'], parent_id: null, position: 1 },
      { id: 2, path: ['Напитки', 'Кофе'], parent_id: 1 },
    ]);
    expect(productsIn(await feedOf(server(), 'app'))).toMatchObject([{ price: { amount: 250 }, category_ids: [3] }]);
  });

  it('[Y16] a renamed value of a reference and a renamed category come with the next run', async () => {
    await addShops(server());
    const send = await server().as('admin');
    const [brand] = await addValues(server(), 'brand', 'Угол');
    const values = { name: 'Латте', status: 'active', barcode: '4600000000015', categories: [2], brand_id: brand };
    await send('POST', '/products', values);
    await synchronize(server(), [SITE]);
    await send('PUT', `/reference/brand/value/${brand}`, { name: 'Тёплый угол' });
    await send('PUT', '/categories/web', {
      categories: [{ id: 1, name: 'Бар', children: [{ id: 2, name: 'Кофе', children: [] }] }],
    });
    await synchronize(server(), [SITE]);
    const feed = await feedOf(server(), 'site');
    expect(productsIn(feed)[0]?.brand?.name).toBe('Тёплый угол');
    expect(feed.filter(item => item.type === 'category').map(({ path }) => path)).toEqual([['Бар'], ['Бар', 'Кофе']]);
  });

  it('[Y331] what was published before a field was added is served as it is, and the next run publishes it anew', async () => {
    await addShops(server());
    const send = await server().as('admin');
    const values = { name: 'Латте', status: 'active', barcode: '4600000000015', categories: [2, 3] };
    await send('POST', '/products', values);
    await send('POST', '/models', { name: 'Кофе', status: 'active', categories: [2] });
    await synchronize(server(), [SITE, APP]);
    const now = await feedOf(server(), 'site');
    await server().db.execute(
      sql`update feed_items set content = content - 'weight' - 'model_ids' - 'images' || '{"later": 1}'`,
    );
    await server().db.execute(sql`update feeds set settings = 'earlier.' || split_part(settings, '.', 2)`);
    const earlier = await feedOf(server(), 'site');
    expect(productsIn(earlier)).toEqual([expect.objectContaining({ name: 'Латте', later: 1 })]);
    expect(productsIn(earlier)[0]).not.toHaveProperty('weight');
    expect(await stateOf(server())).toMatchObject({ site: { waiting: 2 }, app: { waiting: 2 } });
    const run = await synchronize(server(), [SITE]);
    expect(run.counts).toMatchObject({ published: 2, unchanged: 0 });
    const { log } = await runWithLog(server(), run);
    expect(log[1]?.text).toBe('Изменился состав публикуемых полей, проверяем все записи: Сайт');
    expect(await feedOf(server(), 'site')).toEqual(now);
  });

  it('[Y331] other settings are a reason of their own', async () => {
    await addShops(server());
    await synchronize(server(), [SITE]);
    await (await server().as('admin'))('PUT', `/project/${SITE}`, { platform: 'mobile' });
    const { log } = await runWithLog(server(), await synchronize(server(), [SITE, APP]));
    expect(log[1]?.text).toBe('Настройки изменились, проверяем все записи: Сайт');
  });

  it('[Y18] a page that did not change is 304, one that did has another tag, and both are compressed', async () => {
    await addShops(server());
    const send = await server().as('content_manager');
    const { id } = recordIn(
      await send('POST', '/products', {
        name: 'Латте'.repeat(30),
        status: 'active',
        barcode: '4600000000015',
        categories: [2],
        description: 'Кофе '.repeat(400),
      }),
    );
    await synchronize(server(), [SITE]);
    const { access } = await server().signIn('admin');
    const ask = (headers: Record<string, string> = {}) =>
      server().app.request(`${API_BASE}/feeds/site`, { headers: { Authorization: `Bearer ${access}`, ...headers } });
    const first = await ask({ 'Accept-Encoding': 'gzip' });
    const tag = first.headers.get('ETag') ?? '';
    expect([first.status, first.headers.get('Content-Encoding')]).toEqual([200, 'gzip']);
    expect(gunzipSync(Buffer.from(await first.arrayBuffer())).toString()).toContain('Латте');
    expect((await ask({ 'If-None-Match': tag })).status).toBe(304);
    await synchronize(server(), [SITE]);
    expect((await ask({ 'If-None-Match': tag })).status).toBe(304);
    await send('PUT', `/products/${id}`, { price: 10 });
    expect((await ask({ 'If-None-Match': tag })).status).toBe(304);
    await synchronize(server(), [SITE]);
    const changed = await ask({ 'If-None-Match': tag });
    expect([changed.status, changed.headers.get('ETag') === tag]).toEqual([200, false]);
  });

  it('[Y19] a feed is closed but to whoever looks at the synchronization and to its own key, until that is dropped', async () => {
    await addShops(server());
    await synchronize(server(), [SITE]);
    const send = await server().as('admin');
    const makeKey = async () =>
      (recordIn(await send('POST', `/synchronization/keys/${SITE}`)) as unknown as { key: string }).key;
    const shop = (key: string) => senderOf(server().app, key);
    const statusOf = async (key: string, path: string) => (await shop(key)('GET', path)).status;
    const key = await makeKey();
    expect((await shop(key)('GET', '/feeds/site')).result as FeedPage).toMatchObject({ project: { code: 'site' } });
    for (const path of ['/feeds/app', '/feeds/none', '/products', '/synchronization', '/profile'])
      expect([path, await statusOf(key, path)]).toEqual([path, 401]);
    expect(await statusOf('x'.repeat(43), '/feeds/site')).toBe(401);
    const next = await makeKey();
    expect([await statusOf(key, '/feeds/site'), await statusOf(next, '/feeds/site')]).toEqual([401, 200]);
    await send('DELETE', `/synchronization/keys/${SITE}`);
    expect(await statusOf(next, '/feeds/site')).toBe(401);
    expect((await (await server().as('photographer'))('GET', '/feeds/site')).status).toBe(403);
    expect((await (await server().as('visitor'))('GET', '/feeds/site')).status).toBe(401);
    expect((await send('POST', '/synchronization/keys/99')).status).toBe(404);
    expect((await send('GET', '/feeds/none')).status).toBe(404);
  });
});
