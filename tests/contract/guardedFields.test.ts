import { expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { getEmptyParameterName } from '#contract/filters.ts';
import { isAllowed, type PermissionSlug } from '#contract/permissions.ts';
import { getCollection, resourceNames } from '#contract/records.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { formOf, IMPORT } from '#tests/support/importing.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { itemsIn, makeCategories, recordIn } from '#tests/support/samples.ts';
import { describeOnEmbedded, type TestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const guarded = resourceNames.flatMap(resource =>
  Object.entries(getCollection(resource).fields).flatMap(([field, { slug }]) =>
    slug ? [{ resource, field, slug, path: getCollection(resource).path }] : [],
  ),
);
/** Fields whose slug grants nothing else in the record, so that taking it away hides only them. */
const apart = guarded.filter(
  ({ resource, slug }) => !isAllowed(getCollection(resource).access.update, new Set([slug])),
);
/** Fields of records that every holder may see. Where `rows` hides records, events carry no data. */
const told = guarded.filter(({ resource }) => !getBinding(resource).rows);
const valueOf = (resource: string, field: string): unknown => {
  const kind = getCollection(resource).fields[field]?.kind;
  if (kind === 'sharing') return { roles: [{ slug: 'admin', level: 'edit' }], users: [] };
  if (kind === 'prices') return [{ project_id: 1, amount: 12.5, currency: 'RUB' }];
  return kind === 'many' || kind === 'categories' ? [1] : 12.5;
};

const somebody = async (server: TestServer, ...slugs: PermissionSlug[]) => {
  await letRole(server, 'accountant', ...slugs);
  return server.as('accountant');
};

/** Adds one record of each resource, to have something to link to. @returns the one at this path */
const makeOne = async (server: TestServer, path: string) => {
  const send = await server.as('admin');
  const product = recordIn(await send('POST', '/products', { name: 'Чай', sku: 'A-1' }));
  const model = recordIn(await send('POST', '/models', { name: 'Чаи' }));
  const matrix = recordIn(await send('POST', '/matrices', { name: 'Утро' }));
  await makeCategories(server, 'site', 'Напитки');
  return { '/products': product, '/models': model, '/matrices': matrix }[path] ?? model;
};

describeOnEmbedded('Contract 5: guarded fields', server => {
  it('[P22] prices and links are guarded fields', () => {
    expect(guarded.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['categories', 'price', 'model_ids', 'product_ids']),
    );
  });

  it.each(guarded)(
    '[P14] [P22] $field of $resource can be neither read nor queried without $slug',
    async ({ path, field, slug }) => {
      const { id } = await makeOne(server(), path);
      const send = await somebody(server(), ...allBut(slug));
      const [item] = itemsIn(await send('GET', path));
      const record = recordIn(await send('GET', `${path}/${id}`));
      for (const seen of [item, record]) {
        expect(seen).toHaveProperty('name');
        expect(seen).not.toHaveProperty(field);
      }
      expect(await send('GET', `${path}?${getEmptyParameterName(field)}=true`)).toMatchObject({
        status: 403,
        code: 403,
      });
      expect(recordIn(await (await server().as('admin'))('GET', `${path}/${id}`))).toHaveProperty(field);
    },
  );

  it.each(apart)(
    '[P14] [P22] $field of $resource cannot be written without $slug',
    async ({ path, resource, field, slug }) => {
      const before = await makeOne(server(), path);
      const send = await somebody(server(), ...allBut(slug));
      const given = { [field]: valueOf(resource, field) };
      for (const answer of [
        await send('PUT', `${path}/${before.id}`, given),
        await send('PUT', path, { ids: [before.id], data: given }),
        await send('POST', path, { name: 'Кофе', ...given }),
      ])
        expect(answer).toMatchObject({ status: 403, message: 'Недостаточно прав для этого действия' });
      expect(recordIn(await (await server().as('admin'))('GET', `${path}/${before.id}`))).toEqual(before);
      expect(await send('PUT', `${path}/${before.id}`, { name: 'Чай чёрный' })).toMatchObject({ status: 200 });
    },
  );

  it.each(apart)(
    '[P14] [P22] $slug alone allows writing $field of $resource and nothing else',
    async ({ path, resource, field, slug }) => {
      const { id } = await makeOne(server(), path);
      const send = await somebody(server(), slug);
      expect(await send('PUT', `${path}/${id}`, { [field]: valueOf(resource, field) })).toMatchObject({
        status: 200,
        result: { [field]: valueOf(resource, field) },
      });
      expect(await send('PUT', `${path}/${id}`, { name: 'Иначе' })).toMatchObject({ status: 403 });
    },
  );

  it.each(told)(
    '[P15] [P22] a change of $field of $resource is announced on a separate channel',
    async ({ path, resource, field, slug }) => {
      const { id } = await makeOne(server(), path);
      const send = await server().as('admin');
      server().messages.length = 0;
      await send('PUT', `${path}/${id}`, { [field]: valueOf(resource, field) });
      const heard = server().messages.flatMap(message =>
        'event' in message && message.event === 'RECORDS_CHANGE' && message.payload.resource === resource
          ? [{ channel: message.channel, record: message.payload.records[0] }]
          : [],
      );
      const on = (channel: string) => heard.find(one => one.channel === channel)?.record;
      expect(on(channels.records(resource))).toMatchObject({ id, version: 2 });
      expect(on(channels.records(resource))).not.toHaveProperty(field);
      expect(on(channels.records(resource, slug))).toMatchObject({ id, version: 2, [field]: valueOf(resource, field) });
      expect(on(channels.records(resource, slug))).not.toHaveProperty('name');
    },
  );

  it('[P22] the record in a conflict leaves out what the user may not see', async () => {
    const { id } = await makeOne(server(), '/products');
    await (await server().as('admin'))('PUT', `/products/${id}`, { price: 10 });
    const send = await somebody(server(), ...allBut('product.show-prices'));
    const { status, result } = await send('PUT', `/products/${id}`, { name: 'Иначе', version: 1 });
    expect([status, result]).toMatchObject([409, { name: 'Чай' }]);
    expect(result).not.toHaveProperty('price');
  });

  it('[P22] a list cannot be sorted by a price that the user may not see', async () => {
    const send = await somebody(server(), ...allBut('product.show-prices'));
    expect(await send('GET', '/products?sort=price')).toMatchObject({ status: 403 });
    expect(await send('GET', '/products?price_from=1')).toMatchObject({ status: 403 });
    expect(await send('GET', '/products?sort=name')).toMatchObject({ status: 200 });
  });

  it('[P15] [P22] a table with prices is refused when the user may not write them', async () => {
    const send = await somebody(server(), ...allBut('product.show-prices'));
    const rows = [
      ['Артикул', 'Название', 'Цена, RUB'],
      ['A-1', 'Чай', '10,5'],
    ];
    expect(await send('POST', IMPORT, formOf(['table', csvOf(rows)]))).toMatchObject({
      status: 400,
      message: 'У вас нет доступа к столбцу «Цена, RUB»: уберите его из файла или попросите доступ',
    });
  });
});
