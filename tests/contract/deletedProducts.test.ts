import { expect, it } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('Contract 3: deleted products of a matrix', server => {
  const makeProducts = async () =>
    (await addProducts(server(), ...['Чай', 'Кофе', 'Какао'].map(name => ({ name })))).map(({ id }) => id);
  const make = async (...ids: number[]) => {
    const send = await server().as('admin');
    const { id } = recordIn(await send('POST', '/matrices', { name: 'Утро' }));
    await send('POST', `/matrices/${id}/products`, { ids });
    return id;
  };

  it('[X661] deleting and restoring a product gives its matrices a new version and announces them', async () => {
    const send = await server().as('admin');
    const [a = 0, b = 0, c = 0] = await makeProducts();
    const ids = [await make(a, b), await make(c)];
    const [id = 0, other = 0] = ids;
    const told = async (...call: Parameters<typeof send>) => {
      server().messages.length = 0;
      expect((await send(...call)).status).toBe(200);
      return server().messages.some(
        message =>
          'event' in message &&
          message.event === 'RECORDS_CHANGE' &&
          (message.payload as { resource: string }).resource === 'matrices',
      );
    };
    const matrix = async (wanted: number) => recordIn(await send('GET', `/matrices/${wanted}`));
    expect(await told('DELETE', `/products/${a}`)).toBe(true);
    expect(await matrix(id)).toMatchObject({ products_count: 1, version: 3 });
    expect(await told('DELETE', '/products', { ids: [b] })).toBe(true);
    expect(await matrix(id)).toMatchObject({ products_count: 0, version: 4 });
    expect(await told('POST', '/trash/restore', { resource: 'nomenclature', ids: [a, b] })).toBe(true);
    expect(await matrix(id)).toMatchObject({ products_count: 2, version: 5 });
    expect(await matrix(other)).toMatchObject({ products_count: 1, version: 2 });
  });
});
