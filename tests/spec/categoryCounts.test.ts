import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flattenTree } from '#contract/categories.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { beginSite } from '#tests/support/siteTree.ts';

describeOnBoth('Counts of models and products by category', server => {
  const begin = () => beginSite(server());

  it('[K300] categories count models and products, and those of nested ones, each record once', async () => {
    const { send, read, ids: at } = await begin();
    const make = (path: string, ...names: string[]) =>
      send('POST', path, { name: names.join(), categories: names.map(name => at[name]) });
    await make('/models', 'Мягкие', 'Хлеб');
    await make('/models', 'Сыры', 'Мягкие', 'Твёрдые', 'Чай');
    const products = [['Мягкие'], ['Мягкие', 'Твёрдые'], ['Еда', 'Чай'], ['Чай'], []];
    for (const names of products) await make('/products', ...names);
    const counts = async () =>
      Object.fromEntries(
        flattenTree((await read()).categories).map(node => [
          node.name,
          [node.models_count, node.models_total, node.products_count, node.products_total],
        ]),
      );
    expect(await counts()).toEqual({
      Еда: [0, 2, 1, 3],
      Сыры: [1, 2, 0, 2],
      Мягкие: [2, 2, 2, 2],
      Твёрдые: [1, 1, 1, 1],
      Хлеб: [1, 1, 0, 0],
      Напитки: [0, 1, 0, 2],
      Чай: [1, 1, 2, 2],
    });
    const linked = async (...names: string[]) =>
      (await send('POST', '/categories/site/linked', { ids: names.map(name => at[name]) })).result;
    expect(await linked('Сыры', 'Мягкие', 'Твёрдые')).toEqual({ models: 2, products: 2 });
    expect(await linked('Хлеб')).toEqual({ models: 1, products: 0 });
    const { result } = await send('GET', `/products?categories=${at['Еда']}`);
    expect(result).toMatchObject({ total: 3 });
    const [first] = itemsIn(await send('GET', '/products?sort=id'));
    await send('DELETE', `/products/${first?.id}`);
    expect((await counts())['Мягкие']).toEqual([2, 2, 1, 1]);
  });

  it('[K300] for any tree and links, totals equal those of a naive count', async () => {
    const { send, read } = await begin();
    const nodes = flattenTree((await read()).categories);
    const withNested = new Map(nodes.map(one => [one.id, new Set(flattenTree([one]).map(({ id }) => id))]));
    const all = nodes.map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.subarray(all), { maxLength: 12 }), async linked => {
        const { result } = await send('GET', '/products/ids');
        const { ids: old } = result as { ids: number[] };
        if (old.length > 0) await send('DELETE', '/products', { ids: old });
        for (const categories of linked) await send('POST', '/products', { name: 'Товар', categories });
        const { categories: counted } = await read();
        for (const { id, products_total, products_count } of flattenTree(counted)) {
          expect(products_total).toBe(linked.filter(ids => ids.some(one => withNested.get(id)?.has(one))).length);
          expect(products_count).toBe(linked.filter(ids => ids.includes(id)).length);
        }
      }),
      { numRuns: 12 },
    );
  });
});
