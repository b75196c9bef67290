import { expect, it } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { itemsIn, makeCategories } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { batchOf, stateOf } from '#tests/support/undoing.ts';

describeOnBoth('Pairs of which both ends were deleted', server => {
  /** Three products in a matrix, the first in a category too. */
  const begin = async () => {
    const send = await server().as('admin');
    const [category] = await makeCategories(server(), 'site', 'Напитки');
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' }, { name: 'Морс' });
    await send('PUT', '/products/1', { categories: [category] });
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices/1/products', { ids: [2, 1, 3] });
    return send;
  };

  const orders = ['nomenclature matrices', 'matrices nomenclature'].flatMap(deleted =>
    ['nomenclature matrices', 'matrices nomenclature'].map(restored => ({ deleted, restored })),
  );
  it.each(orders)(
    '[J661] a pair comes back when its ends were deleted as $deleted and come back as $restored',
    async ({ deleted, restored }) => {
      const send = await begin();
      // It was taken out, so it must not come back.
      await send('DELETE', '/matrices/1/products', { ids: [3] });
      const before = await stateOf(server());
      const paths: Record<string, string> = { nomenclature: '/products', matrices: '/matrices' };
      const remove = async (resource: string, ids: number[]) =>
        expect((await send('DELETE', paths[resource] ?? '', { ids })).status).toBe(200);
      const restore = async (resource: string, ids: number[]) =>
        expect((await send('POST', '/trash/restore', { resource, ids })).result).toEqual({ ids, failed: [] });
      const idsOf = (resource: string) => (resource === 'nomenclature' ? [1, 3] : [1]);
      for (let round = 0; round < 2; round += 1) {
        for (const resource of deleted.split(' ')) await remove(resource, idsOf(resource));
        for (const resource of restored.split(' ')) await restore(resource, idsOf(resource));
        expect(await stateOf(server())).toEqual(before);
      }
    },
  );

  it('[J661] a pair that was removed after its end came back stays away', async () => {
    const send = await begin();
    await send('DELETE', '/matrices/1');
    await send('POST', '/trash/restore', { resource: 'matrices', ids: [1] });
    await send('DELETE', '/matrices/1/products', { ids: [1] });
    await send('DELETE', '/products/1');
    await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1] });
    expect(itemsIn(await send('GET', '/matrices/1/products')).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('[J661] the categories of a record come back with it, even if they were deleted after it', async () => {
    const send = await begin();
    const before = await stateOf(server());
    await send('DELETE', '/products/1');
    const tree = await send('PUT', '/categories/site', { categories: [] });
    await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1] });
    expect((await send('POST', `/batches/${batchOf(tree)}/undo`, {})).status).toBe(200);
    expect(await stateOf(server())).toEqual(before);
  });
});
