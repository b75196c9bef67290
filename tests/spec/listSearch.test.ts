import { expect, it } from 'vitest';
import { itemsIn } from '#tests/support/samples.ts';
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

  it('[X421] a text without a word finds nothing', async () => {
    const { found } = await begin('Молоко');
    expect(await found('\u0301')).toEqual([]);
  });
});
