import { expect, it } from 'vitest';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('The search of a list', server => {
  const begin = async (...names: string[]) => {
    const send = await server().as('admin');
    for (const name of names) await send('POST', '/products', { name });
    const found = async (search: string) =>
      itemsIn(await send('GET', `/products?search=${encodeURIComponent(search)}`)).map(({ name }) => name);
    return { send, found };
  };

  it.each([
    '  овсяное   молоко',
    'молоко\u00a0овсяное',
    'MOЛOKO OBCЯHOE',
    'cafe молоко',
    '500г',
    '500 г',
    'Молоко, 500 г',
  ])('[X420] [X421] finds products by «%s»', async search => {
    const { found } = await begin('Молоко овсяное café 500 г', 'Овсяное молоко «Café», 500г', 'Гранола овсяная 500 мл');
    expect(await found(search)).toEqual(['Молоко овсяное café 500 г', 'Овсяное молоко «Café», 500г']);
  });

  it.each(['молако', 'моолко', 'молко', 'молокро', 'Молако овсяное', 'овсянае молако'])(
    '[X422] finds products by «%s», which has a typo',
    async search => {
      const { found } = await begin('Молоко овсяное', 'Майонез', 'Гранола 500 мл');
      expect(await found(search)).toEqual(['Молоко овсяное']);
    },
  );

  it('[X422] a typo is forgiven only where nothing is found without, in words that occur nowhere, without digits', async () => {
    const { send, found } = await begin('Сырок', 'Сырки', 'Творог 500 г');
    await send('POST', '/products', { name: 'Чай', barcode: '4600000000008' });
    expect(await found('сырок')).toEqual(['Сырок']);
    expect(await found('сырок творог')).toEqual([]);
    expect(await found('4600000000018')).toEqual([]);
    expect(await found('творок 600г')).toEqual([]);
    expect(await found('тварог 500г')).toEqual(['Творог 500 г']);
  });

  it('[X643] a page tells by which search it was found, spelled as in the records', async () => {
    const { send } = await begin('Молоко овсяное', 'Чай зелёный Coffee');
    const page = async (search: string) =>
      (await send('GET', `/products?search=${encodeURIComponent(search)}`)).result as { corrected_search?: string };
    expect((await page('Молако овсянное 500')).corrected_search).toBeUndefined();
    expect((await page('Молако  овсянное')).corrected_search).toBe('молоко овсяное');
    expect((await page('зилёный')).corrected_search).toBe('зелёный');
    expect((await page('cofee')).corrected_search).toBe('coffee');
    expect(await page('молоко')).not.toHaveProperty('corrected_search');
    expect(await page('стулья')).not.toHaveProperty('corrected_search');
    expect((await send('GET', `/reference/brand/value?page=1&search=x`)).status).toBe(200);
  });

  it('[X422] up to three words are corrected, because each keeps the database busy', async () => {
    const { found } = await begin('Чай зелёный листовой крупный');
    expect(await found('зелоный лестовой крупнай')).toEqual(['Чай зелёный листовой крупный']);
    expect(await found('зелоный лестовой крупнай деревянный')).toEqual([]);
    expect(await found('я'.repeat(60))).toEqual([]);
  });

  it('[X423] [X643] every way to the same records finds the same', async () => {
    const { send } = await begin('Молоко овсяное', 'Молоко', 'Майонез');
    const model = recordIn(await send('POST', '/models', { name: 'Напитки' }));
    const all = itemsIn(await send('GET', '/products?sort=id')).map(({ id }) => id);
    await send('PUT', `/models/${model.id}/products`, { ids: all });
    const matrix = recordIn(await send('POST', '/matrices', { name: 'Кафе' }));
    await send('POST', `/matrices/${matrix.id}/products`, { ids: all });
    for (const search of ['овсяное МОЛОКО', 'молако  овсянное']) {
      const query = `search=${encodeURIComponent(search)}`;
      const result = async (path: string) => (await send('GET', path)).result;
      const ids = [all[0]];
      const items = [expect.objectContaining({ id: all[0] })] as unknown[];
      expect(await result(`/products?${query}`)).toMatchObject({ items, total: 1 });
      expect(await result(`/products/ids?${query}`)).toEqual({ ids });
      expect(await result(`/search?query=${encodeURIComponent(search)}`)).toMatchObject({ products: items });
      const corrected = search.startsWith('молако') ? { corrected_search: 'молоко овсяное' } : {};
      expect(await result(`/models/${model.id}/products?${query}`)).toMatchObject({ items, total: 1, ...corrected });
      expect(await result(`/matrices/${matrix.id}/products?${query}`)).toMatchObject({ items, total: 1, ...corrected });
      expect(await result(`/matrices/${matrix.id}/candidates?${query}`)).toMatchObject({
        items,
        total: 1,
        ...corrected,
      });
      const file = await server().app.request(`/api/products/export?format=csv&${query}`, {
        headers: { authorization: `Bearer ${(await server().signIn('admin')).access}` },
      });
      const csv = await file.text();
      expect([csv.includes('Молоко овсяное'), csv.includes('Майонез')]).toEqual([true, false]);
    }
  });

  it('[X423] the values of a reference are found like records', async () => {
    const { send } = await begin();
    await send('POST', '/reference/brand/value', { name: 'Ёлки и палки' });
    const found = async (search: string) =>
      ((await send('GET', `/reference/brand/value/list?search=${encodeURIComponent(search)}`)).result as unknown[])
        .length;
    expect([await found('палки елки'), await found('палки ёлка'), await found('стулья')]).toEqual([1, 1, 0]);
  });

  it('[X421] a text without a word finds nothing', async () => {
    const { found } = await begin('Молоко');
    expect(await found('\u0301')).toEqual([]);
  });
});
