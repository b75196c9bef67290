import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { attributes, matrices, products, trash } from '#server/db/schema.ts';
import { addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('What lay in the trash while definitions changed', server => {
  it('[J682] values of attributes that are gone or of another kind do not come back', async () => {
    const send = await server().as('admin');
    const definition = { kind: 'text', applies_to: 'both', order: 1 } as const;
    const codes = ['kept', 'gone', 'changed', 'archived'];
    await server()
      .db.insert(attributes)
      .values(codes.map(code => ({ code, name: code, ...definition })));
    await addProducts(server(), { name: 'Квас' });
    const values = { kept: 'a', gone: 'b', changed: 'c', archived: 'd' };
    await server()
      .db.update(products)
      .set({ attributes: values } as never)
      .where(eq(products.id, 1));
    await send('DELETE', '/products/1');
    await server().db.delete(attributes).where(eq(attributes.code, 'gone'));
    await server().db.update(attributes).set({ kind: 'number' }).where(eq(attributes.code, 'changed'));
    await server().db.update(attributes).set({ archived: true }).where(eq(attributes.code, 'archived'));
    const answer = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1] });
    expect(answer.result).toEqual({ ids: [1], failed: [] });
    const [row] = await server().db.select({ attributes: products.attributes }).from(products);
    expect(row?.attributes).toEqual({ kept: 'a', archived: 'd' });
  });

  it('[J682] another role with the same slug inherits no access, and the matrix does not open to all', async () => {
    const send = await server().as('admin');
    const { user } = await server().signIn('admin');
    const body = { name: 'Склад', slug: 'store', permissions: [{ slug: 'matrix.view-list' }] };
    const role = recordIn(await send('POST', '/roles', body));
    await send('POST', '/matrices', { name: 'Зима' });
    const access = { users: [], roles: [{ slug: 'store', level: 'view' }] };
    await server()
      .db.update(matrices)
      .set({ access: sql`${JSON.stringify(access)}::jsonb` });
    const restore = async (beforehand = async () => {}) => {
      expect((await send('DELETE', '/matrices/1')).status).toBe(200);
      await beforehand();
      const answer = await send('POST', '/trash/restore', { resource: 'matrices', ids: [1] });
      expect(answer.result).toEqual({ ids: [1], failed: [] });
      const [row] = await server().db.select({ access: matrices.access }).from(matrices);
      return row?.access;
    };
    expect(await restore()).toEqual(access);
    const replaceRole = async () => {
      expect((await send('DELETE', `/roles/${role.id}`)).status).toBe(200);
      expect((await send('POST', '/roles', body)).status).toBe(200);
    };
    expect(await restore(replaceRole)).toEqual({ users: [{ id: user.id, level: 'edit' }], roles: [] });
  });

  it('[J681] records with different columns come back together, each with all its values', async () => {
    await addProducts(server(), { name: 'Квас', sku: 'A-1' }, { name: 'Сок', sku: 'A-2' });
    const send = await server().as('admin');
    await send('DELETE', '/products', { ids: [1, 2] });
    await server()
      .db.update(trash)
      .set({ row: sql`${trash.row} - 'sku'` })
      .where(eq(trash.record_id, 1));
    const answer = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1, 2] });
    expect(answer.result).toEqual({ ids: [1, 2], failed: [] });
    expect(recordIn(await send('GET', '/products/1'))['sku']).toBe(null);
    expect(recordIn(await send('GET', '/products/2'))['sku']).toBe('A-2');
  });
});
