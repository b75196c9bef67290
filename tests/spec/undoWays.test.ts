import { desc } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batches, feedItems, feeds, matrices, matrixProducts, productModels, products } from '#server/db/schema.ts';
import { addLanguages, defineAttributes } from '#tests/support/attributes.ts';
import { type Send, treeOf, ways } from '#tests/support/draftWays.ts';
import { addImages } from '#tests/support/images.ts';
import { addManyProducts, addModels, addProducts, addValues } from '#tests/support/records.ts';
import { describeOnBoth, describeOnEmbedded, type TestServer } from '#tests/support/server.ts';
import { batchOf, previewOf, stateOf, undo } from '#tests/support/undoing.ts';

interface Way {
  by: string;
  /** Makes what the write needs, before the state is compared. @returns an id for the write */
  prepare?: (send: Send, server: TestServer) => Promise<number>;
  write: (send: Send, id: number) => Promise<unknown>;
}

/** Further writes, after which a draft would be empty or the same as after another one. */
const moreWays: Way[] = [
  {
    by: 'an order of images and another main one',
    write: async send => {
      const { items } = (await send('GET', '/products/2/images')).result as { items: { id: number }[] };
      const ids = items.map(({ id }) => id);
      const alts = [{ id: ids[0], alt: { ru: 'Сок' } }];
      return send('PUT', '/products/2/images', { ids: ids.toReversed(), main_id: ids[1], alts });
    },
  },
  {
    by: 'the removal of the main image',
    write: async send => {
      const { items } = (await send('GET', '/products/2/images')).result as { items: { id: number }[] };
      return send('DELETE', `/products/2/images/${items[0]?.id}`);
    },
  },
  {
    by: 'a tree with a category moved, one added and one removed with the records in it',
    write: send =>
      send('PUT', '/categories/site', {
        categories: [
          { id: 2, name: 'Соки', children: [] },
          { name: 'Новая', children: [{ id: 4, name: 'Чаи', children: [] }] },
        ],
      }),
  },
  {
    by: 'an order of products in a matrix',
    write: send => send('PUT', '/matrices/1/products', { ids: [1], before_id: null }),
  },
  { by: 'products taken from a matrix', write: send => send('DELETE', '/matrices/1/products', { ids: [2] }) },
  { by: 'the removal of a matrix', write: send => send('DELETE', '/matrices/1') },
  { by: 'a new project', write: send => send('POST', '/project', { name: 'Шоп', code: 'shop', platform: 'shop' }) },
  { by: 'a setting', write: send => send('PUT', '/project/1', { name: 'Витрина' }) },
  { by: 'a new value', write: send => send('POST', '/reference/brand/value', { name: 'Нева', synonyms: 'Neva' }) },
  { by: 'a value', write: send => send('PUT', '/reference/brand/value/1', { name: 'Нева', synonyms: 'Neva' }) },
  { by: 'the removal of a value', write: send => send('DELETE', '/reference/brand/value/2') },
  {
    by: 'a new attribute',
    write: send => send('POST', '/attribute', { name: 'Цвет', code: 'color', kind: 'text', applies_to: 'both' }),
  },
  { by: 'another code of an attribute', write: send => send('PUT', '/attribute/1', { code: 'width' }) },
  {
    by: 'a new role',
    write: send =>
      send('POST', '/roles', { name: 'Редактор', slug: 'editor', permissions: [{ slug: 'products.show-list' }] }),
  },
  {
    by: 'rights of a role',
    write: send => send('PUT', '/roles/9', { permissions: [{ slug: 'models.show-list' }], name: 'Иное' }),
  },
  { by: 'the removal of a role', write: send => send('DELETE', '/roles/9') },
  {
    by: 'a user',
    prepare: async (_, server) => (await server.createUser('accountant')).id,
    write: (send, id) =>
      send('PUT', `/users/${id}`, { last_name: 'Вишнёва', permissions: [{ slug: 'models.show-list' }] }),
  },
  {
    by: 'the removal of a user with own rights',
    prepare: async (send, server) => {
      const { id } = await server.createUser('accountant');
      await send('PUT', `/users/${id}`, { permissions: [{ slug: 'models.show-list' }] });
      return id;
    },
    write: (send, id) => send('DELETE', `/users/${id}`),
  },
  {
    by: 'restored records',
    prepare: async send => ((await send('DELETE', '/products', { ids: [1, 2] })).status === 200 ? 1 : 0),
    write: send => send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1, 2] }),
  },
];

describeOnBoth('Undo of every kind of write', server => {
  /** Two products, a model and a matrix with the second one, a tree, an attribute, two brands, a project, a role. */
  const begin = async (): Promise<Send> => {
    const admin = await server().as('admin');
    const [first] = await addValues(server(), 'brand', 'Заря', 'Луч');
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок', brand_id: first ?? null, attributes: { size: 7 } });
    await addModels(server(), { name: 'Летний' });
    await admin('PUT', '/products/2', { model_ids: [1] });
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await admin('PUT', '/categories/site', treeOf('Напитки'));
    await admin('POST', '/matrices', { name: 'Зима' });
    await admin('POST', '/matrices/1/products', { ids: [2] });
    await defineAttributes(server(), { code: 'size', kind: 'number', applies_to: 'products' });
    await addLanguages(server(), ['ru', 'Русский']);
    return admin;
  };

  const beginWithMore = async (): Promise<Send> => {
    const admin = await begin();
    const node = (id: number, name: string) => ({ id, name, children: [] });
    await admin('PUT', '/categories/site', { categories: [node(1, 'Напитки'), { name: 'Соки', children: [] }] });
    await admin('PUT', '/categories/site', {
      categories: [
        {
          ...node(1, 'Напитки'),
          children: [
            { name: 'Квасы', children: [] },
            { name: 'Чаи', children: [] },
          ],
        },
        node(2, 'Соки'),
      ],
    });
    await admin('PUT', '/products/1/categories', { site: [3] });
    await admin('POST', '/matrices/1/products', { ids: [1] });
    await admin('PUT', '/matrices/1/products', { ids: [1], before_id: 2 });
    await admin('POST', '/roles', { name: 'Гость', slug: 'guest', permissions: [{ slug: 'products.show-list' }] });
    await addImages(server(), '/products/2/images', 'red', 'green', 'blue');
    return admin;
  };

  const all = [
    ...ways.map(({ by, write }) => ({ by, write: (send: Send) => write(send, server()), begin })),
    ...moreWays.map(way => ({ ...way, begin: beginWithMore })),
  ];
  it.each(all)(
    '[J664] a write by $by is taken back, written again and taken back again',
    async ({ write, begin: start, ...way }) => {
      const send = await start();
      const id = 'prepare' in way ? await way.prepare?.(send, server()) : 0;
      const before = await stateOf(server());
      const answer = (await write(send, id ?? 0)) as Parameters<typeof batchOf>[0];
      expect(answer).toMatchObject({ status: 200 });
      const after = await stateOf(server());
      const undone = await undo(send, batchOf(answer));
      expect(undone).toMatchObject({ refused: { total: 0, items: [] }, since: { total: 0, items: [] } });
      expect(after).not.toEqual(before);
      expect(await stateOf(server())).toEqual(before);
      const again = await undo(send, undone.batch);
      expect(again).toMatchObject({ refused: { total: 0, items: [] }, since: { total: 0, items: [] } });
      expect(await stateOf(server())).toEqual(after);
      expect(await undo(send, again.batch)).toMatchObject({ refused: { total: 0 }, since: { total: 0 } });
      expect(await stateOf(server())).toEqual(before);
    },
  );

  it('[J665] a category that cannot be put back is named, and so is one that others have filled', async () => {
    const send = await beginWithMore();
    const tree = [
      { id: 2, name: 'Соки', children: [] },
      { name: 'Новая', children: [] },
    ];
    const write = await send('PUT', '/categories/site', { categories: tree });
    await send('PUT', '/categories/site', {
      categories: [
        { id: 2, name: 'Соки', children: [] },
        { id: 5, name: 'Новая', children: [{ name: 'Внутри', children: [] }] },
      ],
    });
    const undone = await undo(send, batchOf(write));
    expect(undone.refused.items).toMatchObject([{ entity: 'categories', record_id: 5, name: 'Новая' }]);
    expect(undone.entities).toEqual([expect.objectContaining({ entity: 'categories', restored: 3 })]);
  });

  it('[J669] the preview tells which projects contain the records since they were published', async () => {
    await addManyProducts(server(), 2);
    const send = await server().as('admin');
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await send('POST', '/project', { name: 'Приложение', code: 'app', platform: 'app' });
    const write = await send('PUT', '/products', { ids: [1, 2], data: { status: 'active' } });
    const published = (project_id: number, at: number) => ({ project_id, run_id: 1, published_at: new Date(at) });
    await server()
      .db.insert(feeds)
      .values([published(1, Date.now() + 60_000), published(2, Date.now() - 60_000)]);
    await server()
      .db.insert(feedItems)
      .values(
        [1, 2].map(project_id => ({
          project_id,
          entity: 'nomenclature' as const,
          record_id: 1,
          since: 1,
          content: {},
        })),
      );
    expect((await previewOf(send, batchOf(write))).projects).toEqual([{ id: 1, name: 'Сайт', records: 1 }]);
  });
});

describeOnEmbedded('Undo of any sequence of writes', server => {
  const product = fc.integer({ min: 1, max: 4 });
  const some = fc.uniqueArray(product, { minLength: 1, maxLength: 3 });
  const name = fc.constantFrom('Квас', 'Сок', 'Морс', 'Чай');

  const writes = fc.oneof(
    fc.record({ id: product, name }).map(
      ({ id, ...body }) =>
        (send: Send) =>
          send('PUT', `/products/${id}`, body),
    ),
    fc
      .record({
        id: product,
        model_ids: fc.uniqueArray(fc.integer({ min: 1, max: 2 })),
        price: fc.integer({ min: 1, max: 9 }),
      })
      .map(
        ({ id, ...body }) =>
          (send: Send) =>
            send('PUT', `/products/${id}`, body),
      ),
    fc.record({ ids: some, status: fc.constantFrom('draft', 'active') }).map(
      ({ ids, ...data }) =>
        (send: Send) =>
          send('PUT', '/products', { ids, data }),
    ),
    some.map(ids => (send: Send) => send('DELETE', '/products', { ids })),
    fc.constantFrom(1, 2).map(id => (send: Send) => send('DELETE', `/models/${id}`)),
    name.map(text => (send: Send) => send('POST', '/products', { name: text, model_ids: [] })),
    some.map(ids => (send: Send) => send('POST', '/matrices/1/products', { ids })),
    some.map(ids => (send: Send) => send('DELETE', '/matrices/1/products', { ids })),
    some.map(ids => (send: Send) => send('PUT', '/matrices/1/products', { ids, before_id: null })),
    fc.constant((send: Send) => send('DELETE', '/matrices/1')),
    some.map(ids => (send: Send) => send('POST', '/trash/restore', { resource: 'nomenclature', ids })),
    // An undo is a write like the others.
    fc.constant(async (send: Send) => {
      const [last] = await server().db.select().from(batches).orderBy(desc(batches.id)).limit(1);
      return last ? send('POST', `/batches/${last.id}/undo`, {}) : null;
    }),
  );

  /** Enough for a busy machine. */
  const TIMEOUT = 180_000;

  /** Written directly, because this is done for each sequence. */
  const begin = async (): Promise<Send> => {
    await server().reset();
    await addManyProducts(server(), 4);
    await addModels(server(), { name: 'Летний' }, { name: 'Зимний' });
    await server()
      .db.insert(productModels)
      .values([1, 2].map(model_id => ({ product_id: 1, model_id })));
    await server().db.insert(matrices).values({ name: 'Зима' });
    await server()
      .db.insert(matrixProducts)
      .values([3, 1].map((product_id, at) => ({ matrix_id: 1, product_id, position: at + 1 })));
    return server().as('admin');
  };

  it(
    '[J668] taken back from the last to the first, it gives the state before each write',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 7 }), async sequence => {
          const send = await begin();
          const states: [batch: number, before: unknown][] = [];
          for (const write of sequence) {
            const before = await stateOf(server());
            const answer = await write(send);
            if (answer && answer.status === 200 && batchOf(answer) > 0) states.push([batchOf(answer), before]);
          }
          for (const [batch, before] of states.toReversed()) {
            expect(await undo(send, batch)).toMatchObject({ since: { items: [] }, refused: { items: [] } });
            expect(await stateOf(server())).toEqual(before);
          }
        }),
        { numRuns: 25 },
      );
    },
    TIMEOUT,
  );

  it(
    '[J668] what others wrote to other values in between stands',
    async () => {
      const own = fc.record({ ids: some, data: fc.record({ price: fc.integer({ min: 1, max: 9 }) }) });
      const theirs = fc.record({
        ids: some,
        data: fc.record({ status: fc.constantFrom('draft', 'active', 'archived') }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.record({ own, theirs }), { minLength: 1, maxLength: 4 }), async steps => {
          const send = await begin();
          const other = await server().as('content_manager');
          const before = await server().db.select().from(products).orderBy(products.id);
          const own: number[] = [];
          for (const step of steps) {
            own.push(batchOf(await send('PUT', '/products', step.own)));
            await other('PUT', '/products', step.theirs);
          }
          const after = await server().db.select().from(products).orderBy(products.id);
          for (const batch of own.toReversed().filter(Boolean))
            expect(await undo(send, batch)).toMatchObject({ since: { total: 0 } });
          const rows = await server().db.select().from(products).orderBy(products.id);
          expect(rows.map(({ price }) => price)).toEqual(before.map(({ price }) => price));
          expect(rows.map(({ status }) => status)).toEqual(after.map(({ status }) => status));
        }),
        { numRuns: 15 },
      );
    },
    TIMEOUT,
  );
});
