import { expect, it } from 'vitest';
import { addManyProducts } from '#tests/support/records.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { batchOf, undo } from '#tests/support/undoing.ts';

type Send = Awaited<ReturnType<TestServer['as']>>;

describeOnBoth('Places in a matrix', server => {
  const membersOf = async (send: Send) =>
    ((await send('GET', '/matrices/1/products')).result as { items: { id: number }[] }).items.map(({ id }) => id);

  it('[J668] a product comes back to its place in a matrix, whatever became of the order of the others', async () => {
    await addManyProducts(server(), 3);
    const send = await server().as('admin');
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices/1/products', { ids: [3, 1, 2] });
    await send('DELETE', '/products/2');
    const restoration = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [2] });
    const removal = await send('DELETE', '/products/1');
    const move = await send('PUT', '/matrices/1/products', { ids: [3], before_id: null });
    expect(await membersOf(send)).toEqual([2, 3]);
    await undo(send, batchOf(move));
    await undo(send, batchOf(removal));
    expect(await membersOf(send)).toEqual([3, 1, 2]);
    // Its place in the matrix is what it was, so nobody has worked on it since.
    expect(await undo(send, batchOf(restoration))).toMatchObject({ records: 1, since: { total: 0 } });
    expect(await membersOf(send)).toEqual([3, 1]);
    const first = await send('DELETE', '/products/3');
    await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [2] });
    const last = await send('PUT', '/matrices/1/products', { ids: [1], before_id: null });
    await undo(send, batchOf(last));
    await undo(send, batchOf(first));
    expect(await membersOf(send)).toEqual([3, 1, 2]);
  });
});
