import { expect, it } from 'vitest';
import { allows } from '#contract/permissions.ts';
import { collectionOf, resourcesWith } from '#contract/records.ts';
import { roleSlugs, roles, searchlessRoles } from '#contract/roles.ts';
import { letRole } from '#tests/support/permissions.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('§6 Global search', server => {
  it.each(roleSlugs)('[P6] [P15] %s searches what they may list, or not at all', async role => {
    const answer = await (await server().as(role))('GET', '/search?query=x');
    if (searchlessRoles.has(role)) {
      expect(answer.status).toBe(403);
      return;
    }
    const granted = new Set<string>(roles[role]);
    const kinds = resourcesWith('search')
      .map(collectionOf)
      .filter(({ access }) => allows(access.list, granted))
      .map(({ path }) => path.slice(1));
    expect(Object.keys(answer.result as object)).toEqual(kinds);
  });

  it('[P6] [X29] hits are found by any part of a name, an article number or a barcode, grouped by kind', async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Чай «Ёлка»', sku: 'TEA-7', barcode: '4600000000008' });
    await send('POST', '/models', { name: 'Ёлка', code: 'M-1' });
    const hits = async (query: string) => (await send('GET', `/search?query=${encodeURIComponent(query)}`)).result;
    const tea = expect.objectContaining({ name: 'Чай «Ёлка»', detail: 'TEA-7' }) as unknown;
    const none = { products: [], models: [], matrices: [], users: [] };
    const model = expect.objectContaining({ detail: 'M-1' }) as unknown;
    expect(await hits('елк')).toEqual({ ...none, products: [tea], models: [model] });
    expect(await hits('00000008')).toEqual({ ...none, products: [tea] });
    expect(await hits('нет такого')).toEqual(none);
  });

  it('[P6] [P32] a matrix is found by those whom it is for', async () => {
    await letRole(server(), 'photographer', 'matrix.view-list');
    await (await server().as('admin'))('POST', '/matrices', {
      name: 'Ёлка',
      access: { roles: [{ slug: 'admin_matrix', level: 'view' }], users: [] },
    });
    const found = async (role: 'admin' | 'photographer') =>
      (await (await server().as(role))('GET', '/search?query=елка')).result as { matrices: unknown[] };
    expect((await found('admin')).matrices).toMatchObject([{ name: 'Ёлка' }]);
    expect((await found('photographer')).matrices).toEqual([]);
  });

  it('[X12] a search for nothing, or with an unknown parameter, is 400', async () => {
    const send = await server().as('admin');
    expect((await send('GET', '/search?query=%20')).status).toBe(400);
    expect((await send('GET', '/search?query=x&limit=9')).status).toBe(400);
  });
});
