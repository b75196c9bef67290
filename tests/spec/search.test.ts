import { expect, it } from 'vitest';
import { allows } from '#contract/permissions.ts';
import { collectionOf } from '#contract/records.ts';
import { roleSlugs, roles, searchlessRoles } from '#contract/roles.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('§6 Global search', server => {
  it.each(roleSlugs)('[P6] [P15] %s searches what they may list, or not at all', async role => {
    const answer = await (await server().as(role))('GET', '/search?query=x');
    if (searchlessRoles.has(role)) {
      expect(answer.status).toBe(403);
      return;
    }
    const granted = new Set<string>(roles[role]);
    const kinds = (['nomenclature', 'catalog'] as const)
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
    expect(await hits('елк')).toEqual({ products: [tea], models: [expect.objectContaining({ detail: 'M-1' })] });
    expect(await hits('00000008')).toEqual({ products: [tea], models: [] });
    expect(await hits('нет такого')).toEqual({ products: [], models: [] });
  });

  it('[X12] a search for nothing, or with an unknown parameter, is 400', async () => {
    const send = await server().as('admin');
    expect((await send('GET', '/search?query=%20')).status).toBe(400);
    expect((await send('GET', '/search?query=x&limit=9')).status).toBe(400);
  });
});
