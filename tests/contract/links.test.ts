import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Hit } from '#contract/links.ts';
import { letRole } from '#tests/support/permissions.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';

const sides = [
  { path: '/products', other: '/models', segment: 'models', field: 'model_ids', slug: 'product.show-models' },
  { path: '/models', other: '/products', segment: 'products', field: 'product_ids', slug: 'model.show-products' },
] as const;

const make = async (server: TestServer, path: string, name: string) =>
  recordIn(await (await server.as('admin'))('POST', path, { name }));

describeOnBoth('Contract 3: linked records', server => {
  it.each(sides)('[X71] [E7] [E8] records linked to one of $path are listed, searched and paged', async side => {
    const send = await server().as('admin');
    const { id } = await make(server(), side.path, 'Латте');
    const names = ['Айс-латте 0,3', 'Раф', 'Латте 0,4'];
    const others = [];
    for (const name of names) others.push(await make(server(), side.other, name));
    const links = `${side.path}/${id}/${side.segment}`;
    expect((await send('PUT', links, { ids: others.map(one => one.id) })).result).toEqual({
      ids: others.map(one => one.id),
    });
    const list = async (query = '') => itemsIn(await send('GET', `${links}${query}`)) as unknown as Hit[];
    expect((await list()).map(({ name }) => name)).toEqual([...names].sort((a, b) => a.localeCompare(b, 'ru')));
    expect((await list('?search=латте')).map(({ name }) => name)).toEqual(['Айс-латте 0,3', 'Латте 0,4']);
    expect((await send('GET', `${links}?per_page=2&page=2`)).result).toMatchObject({ total: 3, page: 2, per_page: 2 });
    expect(await list('?per_page=2&page=2')).toHaveLength(1);
    expect(recordIn(await send('GET', `${side.path}/${id}`))).toMatchObject({ version: 2 });
  });

  it('[X71] a model of more products than a statement has parameters is deleted', async () => {
    const send = await server().as('admin');
    const { id } = await make(server(), '/models', 'Все');
    await server().db.execute(sql`insert into products (name) select 'Товар ' || i from generate_series(1, 66000) i`);
    await server().db.execute(sql`insert into product_models select id, ${id} from products`);
    expect((await send('DELETE', `/models/${id}`)).status).toBe(200);
    expect((await send('GET', '/products/1')).result).toMatchObject({ version: 2, model_ids: [] });
  });

  it.each(sides)('[X71] linking more records to one of $path keeps the others', async side => {
    const send = await server().as('admin');
    const { id } = await make(server(), side.path, 'Латте');
    const others: number[] = [];
    for (let n = 0; n < 6; n += 1) others.push((await make(server(), side.other, `Вид ${n}`)).id);
    const links = `${side.path}/${id}/${side.segment}`;
    const [first, ...rest] = others;
    expect((await send('POST', links, { ids: [first] })).result).toEqual({ ids: [first] });
    expect((await send('POST', links, { ids: others.slice(0, 2) })).result).toEqual({ ids: [others[1]] });
    await Promise.all(rest.map(one => send('POST', links, { ids: [one] })));
    expect(recordIn(await send('GET', `${side.path}/${id}`))[side.field]).toEqual(others);
    expect(await send('POST', links, { ids: [999_999] })).toMatchObject({ status: 400 });
  });

  it.each(sides)('[X71] a record is unlinked from one of $path, and unlinking it again is refused', async side => {
    const send = await server().as('admin');
    const { id } = await make(server(), side.path, 'Латте');
    const other = await make(server(), side.other, 'Раф');
    const links = `${side.path}/${id}/${side.segment}`;
    await send('POST', links, { ids: [other.id] });
    expect(await send('DELETE', `${links}/${other.id}`)).toMatchObject({ status: 200, result: { name: 'Раф' } });
    expect(await send('DELETE', `${links}/${other.id}`)).toMatchObject({
      status: 404,
      message: 'Эти записи уже не связаны',
    });
    expect(itemsIn(await send('GET', links))).toEqual([]);
    expect(await send('GET', `${side.path}/999999/${side.segment}`)).toMatchObject({ status: 404 });
  });

  it.each(sides)('[X71] [P14] $slug alone opens the links of $path, and they are closed without it', async side => {
    const { id } = await make(server(), side.path, 'Латте');
    const other = await make(server(), side.other, 'Раф');
    const links = `${side.path}/${id}/${side.segment}`;
    await letRole(server(), 'accountant', side.slug);
    const holder = await server().as('accountant');
    expect((await holder('POST', links, { ids: [other.id] })).status).toBe(200);
    expect(itemsIn(await holder('GET', links))).toMatchObject([{ id: other.id }]);
    await letRole(server(), 'accountant', 'products.show-list', 'product.show-general', 'model.show-general');
    for (const method of ['GET', 'PUT', 'POST'] as const)
      expect((await holder(method, links, method === 'GET' ? undefined : { ids: [] })).status).toBe(403);
    expect((await holder('DELETE', `${links}/${other.id}`)).status).toBe(403);
  });
});
