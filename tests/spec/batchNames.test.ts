import { expect, it } from 'vitest';
import type { Batch } from '#contract/batches.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';

type Send = Awaited<ReturnType<TestServer['as']>>;

describeOnBoth('Names in the history', server => {
  const read = async <T>(send: Send, path: string): Promise<T> => (await send('GET', path)).result as T;

  it('[J700] a deleted record keeps its name, even if the draft in which it was created is not published yet', async () => {
    const send = await server().as('admin');
    await send('POST', '/matrices', { name: 'Лето' });
    await send('POST', '/products', { name: 'Квас' });
    await send('PUT', '/matrices/1', { status: 'active' });
    await send('DELETE', '/matrices/1');
    await send('DELETE', '/products/1');
    const { items } = await read<{ items: Batch[] }>(send, '/batches');
    expect(items.map(({ kind, subject }) => [kind, subject?.name, subject?.is_there])).toEqual([
      ['delete', 'Квас', false],
      ['delete', 'Лето', false],
      ['save', 'Лето', false],
      ['create', 'Квас', false],
      ['create', 'Лето', false],
    ]);
    expect(await read(send, `/batches/${items[2]?.id}/changes`)).toMatchObject({
      items: [{ name: 'Лето', is_there: false }],
    });
  });
});
