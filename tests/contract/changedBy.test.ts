import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import { header, runFile } from '#tests/support/importing.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('Contract 2: who changed a record last', server => {
  const person = (user: { id: number; first_name: string; last_name: string }) => ({
    id: user.id,
    name: `${user.first_name} ${user.last_name}`,
  });
  const begin = async () => {
    const { db } = server();
    const [admin, manager] = [await server().signIn('admin'), await server().signIn('content_manager')];
    await db.update(users).set({ last_name: 'Чайкина' }).where(eq(users.id, manager.user.id));
    return {
      byAdmin: senderOf(server().app, admin.access),
      byManager: senderOf(server().app, manager.access),
      admin: person(admin.user),
      manager: person({ ...manager.user, last_name: 'Чайкина' }),
    };
  };

  it('[X40] every call that returns a record names the user who created or last changed it', async () => {
    const { byAdmin, byManager, admin, manager } = await begin();
    const made = await byAdmin('POST', '/products', { name: 'Квас' });
    expect(made.result).toMatchObject({ updated_by: admin });
    const changed = await byManager('PUT', '/products/1', { name: 'Морс' });
    expect(changed.result).toMatchObject({ updated_by: manager, version: 2 });
    expect((await byAdmin('GET', '/products/1')).result).toEqual(changed.result);
    expect((await byAdmin('GET', '/products')).result).toMatchObject({ items: [{ updated_by: manager }] });
    const late = await byAdmin('PUT', '/products/1', { name: 'Сок', version: 1 });
    expect(late).toMatchObject({ status: 409, result: { updated_by: manager } });
    expect((await byAdmin('DELETE', '/products/1')).result).toMatchObject({ updated_by: manager });
  });

  it('[X40] saving the same values changes nothing', async () => {
    const { byAdmin, byManager, admin } = await begin();
    await byAdmin('POST', '/products', { name: 'Квас' });
    expect((await byManager('PUT', '/products/1', { name: 'Квас' })).result).toMatchObject({ updated_by: admin });
  });

  it('[X40] a bulk change, or a change of links, names its author in each record', async () => {
    const { byAdmin, byManager, admin, manager } = await begin();
    await byAdmin('POST', '/products', { name: 'Квас' });
    await byAdmin('POST', '/models', { name: 'Напитки' });
    await byManager('PUT', '/products', { ids: [1], data: { status: 'active' } });
    expect((await byAdmin('GET', '/products/1')).result).toMatchObject({ updated_by: manager });
    expect((await byAdmin('GET', '/models/1')).result).toMatchObject({ updated_by: admin });
    await byManager('PUT', '/products/1', { model_ids: [1] });
    expect((await byAdmin('GET', '/models/1')).result).toMatchObject({ updated_by: manager, version: 2 });
  });

  it('[X40] a changed reference value names its author', async () => {
    const { byAdmin, admin } = await begin();
    const made = await byAdmin('POST', '/reference/brand/value', { name: 'Ясень' });
    expect(made.result).toMatchObject({ updated_by: admin });
  });

  it('[X40] an import names its author in the records it created or changed, and in no others', async () => {
    const { byAdmin, manager } = await begin();
    await addProducts(server(), { name: 'Товар 1', sku: 'A-1' }, { name: 'Товар 2', sku: 'A-2' });
    await runFile(server(), csvOf([header, ['A-1', 'Товар 1', '10,5'], ['A-2', 'Товар 2', ''], ['A-3', 'Новый', '1']]));
    const { items } = (await byAdmin('GET', '/products?sort=sku')).result as { items: { updated_by: unknown }[] };
    expect(items.map(({ updated_by }) => updated_by)).toEqual([manager, null, manager]);
  });

  it('[X40] a record last changed by a deleted user has no editor', async () => {
    const { byAdmin, byManager, manager } = await begin();
    await byManager('POST', '/products', { name: 'Квас' });
    await server().db.delete(users).where(eq(users.id, manager.id));
    expect((await byAdmin('GET', '/products/1')).result).toMatchObject({ updated_by: null });
  });
});
