import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { BATCH_HEADER } from '#contract/batches.ts';
import type { PermissionSlug } from '#contract/permissions.ts';
import { TRASH_DAYS } from '#contract/trash.ts';
import { queryRows } from '#server/db/database.ts';
import { batches, changes, securityEvents, trash, userPermissions } from '#server/db/schema.ts';
import { pruneTrash } from '#server/drafts/trash.ts';
import { actAs } from '#tests/support/acting.ts';
import { eventually } from '#tests/support/eventually.ts';
import { imageForm, jpegOf } from '#tests/support/images.ts';
import { letRole } from '#tests/support/permissions.ts';
import { draftOf } from '#tests/support/recordedDrafts.ts';
import { addManyProducts, addModels, addProducts } from '#tests/support/records.ts';
import { itemsIn, makeCategories, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('The trash of deleted records', server => {
  const DAY_MS = 86_400_000;

  /** Everything that a record of the catalogue may be linked with. */
  const makeLinkedProduct = async () => {
    const send = await server().as('admin');
    const [category] = await makeCategories(server(), 'site', 'Напитки');
    const brand = recordIn(await send('POST', '/reference/brand/value', { name: 'Заря' }));
    await addModels(server(), { name: 'Летний' });
    await addProducts(server(), { name: 'Квас', sku: 'A-1', barcode: '4607001234567', price: 7, brand_id: brand.id });
    await addProducts(server(), { name: 'Сок' }, { name: 'Морс' });
    await send('PUT', '/products/1', {
      model_ids: [1],
      categories: [category],
      prices: [{ project_id: 1, amount: 9.5, currency: 'RUB' }],
    });
    for (const color of ['red', 'blue'])
      await send('POST', '/products/1/images', imageForm([`${color}.jpg`, await jpegOf(color)]));
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices/1/products', { ids: [2, 1, 3] });
    return { send, brand };
  };

  const stateOf = async () => {
    const send = await server().as('admin');
    const { version: _, updated_at: __, ...product } = recordIn(await send('GET', '/products/1'));
    const images = (await send('GET', '/products/1/images')).result as { items: { file_name: string }[] };
    return {
      product,
      images: images.items.map(({ id: _, created_at: __, ...image }: Record<string, unknown>) => image),
      model: recordIn(await send('GET', '/models/1'))['product_ids'],
      matrix: itemsIn(await send('GET', '/matrices/1/products')).map(({ id }) => id),
      count: recordIn(await send('GET', '/matrices/1'))['products_count'],
    };
  };

  it('[J660] lists what was deleted with who did it and until when, for those who may delete it', async () => {
    await addManyProducts(server(), 3);
    const send = await server().as('content_manager');
    const { user } = await server().signIn('content_manager');
    await send('DELETE', '/products', { ids: [1, 3] });
    const answer = await send('GET', '/trash?resource=nomenclature');
    expect(answer.result).toMatchObject({ total: 2, page: 1, per_page: 25 });
    const [first] = itemsIn(answer);
    expect(first).toEqual({
      id: 3,
      name: 'Товар 003',
      detail: 'A-3',
      status: 'draft',
      picture: null,
      deleted_at: expect.any(String),
      deleted_by: { id: user.id, name: 'Анна Берёзкина' },
      expires_at: new Date(Date.parse(String(first?.['deleted_at'])) + TRASH_DAYS * DAY_MS).toISOString(),
    });
    expect(itemsIn(await send('GET', '/trash?resource=nomenclature&search=003')).map(({ id }) => id)).toEqual([3]);
    expect((await send('GET', '/trash/ids?resource=nomenclature')).result).toEqual({ ids: [3, 1] });
    const photographer = await server().as('photographer');
    expect((await photographer('GET', '/trash?resource=nomenclature')).status).toBe(403);
    expect((await photographer('POST', '/trash/restore', { resource: 'nomenclature', ids: [1] })).status).toBe(403);
    expect((await photographer('POST', '/trash/purge', { resource: 'nomenclature', ids: [1] })).status).toBe(403);
    expect((await send('GET', '/trash?resource=nothing')).status).toBe(404);
  });

  it('[J660] never sends a secret of a deleted user, and restores the account with its password', async () => {
    const send = await server().as('admin');
    const user = await server().createUser('accountant', { email: 'gone@example.com' });
    await send('DELETE', `/users/${user.id}`);
    const listed = await send('GET', '/trash?resource=users');
    expect(JSON.stringify(listed.result)).not.toContain(user.password);
    expect(itemsIn(listed)).toMatchObject([{ id: user.id, name: 'Берёзкина Анна' }]);
    const restored = await send('POST', '/trash/restore', { resource: 'users', ids: [user.id] });
    expect(restored.result).toEqual({ ids: [user.id], failed: [] });
    const [row] = await server().db.query.users.findMany({ where: (users, { eq: is }) => is(users.id, user.id) });
    expect(row).toMatchObject({ email: 'gone@example.com', password: user.password, role: 'accountant' });
  });

  it('[J660] after 30 days nothing is left to restore', async () => {
    await addManyProducts(server(), 2);
    const send = await server().as('admin');
    await send('DELETE', '/products/1');
    server().advance((TRASH_DAYS - 1) * DAY_MS);
    await pruneTrash(server().deps);
    expect(await server().db.$count(trash)).toBe(1);
    server().advance(2 * DAY_MS);
    await pruneTrash(server().deps);
    expect(await server().db.$count(trash)).toBe(0);
  });

  it('[J661] a record comes back under its id with everything it was linked with, and its draft shows no change', async () => {
    const { send } = await makeLinkedProduct();
    const before = await stateOf();
    const draft = await draftOf(server(), 'admin');
    await send('DELETE', '/products/1');
    server().messages.length = 0;
    const answer = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1] });
    expect(answer.result).toEqual({ ids: [1], failed: [] });
    expect(await stateOf()).toEqual(before);
    expect(await draftOf(server(), 'admin')).toEqual(draft);
    expect(await server().db.$count(trash)).toBe(0);
    const [batch] = await server()
      .db.select()
      .from(batches)
      .where(eq(batches.id, Number(answer.headers.get(BATCH_HEADER))));
    expect(batch).toMatchObject({ kind: 'restoration', details: { resource: 'nomenclature' } });
    expect(server().messages).toContainEqual(
      expect.objectContaining({
        event: 'RECORDS_CHANGE',
        payload: expect.objectContaining({ resource: 'nomenclature' }),
      }),
    );
  });

  it('[J661] a pair whose ends were both deleted comes back with the last of them', async () => {
    const { send } = await makeLinkedProduct();
    const before = await stateOf();
    await send('DELETE', '/products/1');
    await send('DELETE', '/models/1');
    await send('DELETE', '/matrices/1');
    for (const resource of ['nomenclature', 'catalog', 'matrices'])
      expect((await send('POST', '/trash/restore', { resource, ids: [1] })).result).toEqual({ ids: [1], failed: [] });
    expect(await stateOf()).toEqual(before);
  });

  it('[J662] what lies in the trash blocks no code, and coming back names what is taken or gone', async () => {
    const { send, brand } = await makeLinkedProduct();
    await addProducts(server(), { name: 'Чай', sku: 'A-2' }, { name: 'Вода', brand_id: brand.id });
    await send('DELETE', '/products', { ids: [1, 3, 4, 5] });
    expect((await send('POST', '/products', { name: 'Новый квас', sku: 'A-1' })).status).toBe(200);
    expect((await send('DELETE', `/reference/brand/value/${brand.id}`)).status).toBe(200);
    const answer = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1, 3, 4, 5] });
    expect(answer.result).toMatchObject({
      ids: [3, 4],
      failed: [
        { id: 1, reason: 'invalid', message: 'Бренд: записи, на которую это указывает, больше нет' },
        { id: 5, reason: 'invalid', message: 'Бренд: записи, на которую это указывает, больше нет' },
      ],
    });
    await send('POST', '/trash/restore', { resource: 'settings/reference/brand', ids: [brand.id] });
    const second = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1, 5, 9] });
    expect(second.result).toMatchObject({
      ids: [5],
      failed: [
        { id: 9, reason: 'absent' },
        { id: 1, reason: 'invalid', message: 'Артикул: «A-1» теперь занято: Новый квас' },
      ],
    });
    expect(await server().db.$count(trash)).toBe(1);
  });

  it('[J663] deleting for good leaves nothing to restore, and does so for no more than was selected', async () => {
    await addManyProducts(server(), 3);
    const send = await server().as('admin');
    await send('DELETE', '/products', { ids: [1, 2, 3] });
    const answer = await send('POST', '/trash/purge', { resource: 'nomenclature', ids: [1, 2, 7] });
    expect(answer.result).toMatchObject({ ids: [1, 2], failed: [{ id: 7, reason: 'absent' }] });
    const left = await server().db.select({ id: trash.record_id }).from(trash);
    expect(left).toEqual([{ id: 3 }]);
    const restored = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1, 3] });
    expect(restored.result).toMatchObject({ ids: [3], failed: [{ id: 1, reason: 'absent' }] });
  });

  it('[J661] a restored record is recorded as one, so that its batch can be taken back', async () => {
    await makeLinkedProduct();
    const send = await server().as('admin');
    await send('DELETE', '/products/1');
    const answer = await send('POST', '/trash/restore', { resource: 'nomenclature', ids: [1] });
    const rows = await server()
      .db.select()
      .from(changes)
      .where(eq(changes.batch_id, Number(answer.headers.get(BATCH_HEADER))))
      .orderBy(asc(changes.entity), asc(changes.field));
    expect(rows.map(({ entity, field }) => [entity, field])).toEqual(
      expect.arrayContaining([
        ['nomenclature', ''],
        ['catalog', 'product_ids'],
        ['matrices', 'products'],
      ]),
    );
  });

  /** Somebody who administers people, and holds no permission of matrices. */
  const asManager = async () => {
    await letRole(
      server(),
      'content_manager',
      ...(['users.show-list', 'user.show-general', 'user.create', 'roles.manage', 'product.show-prices'] as const),
    );
    return server().as('content_manager');
  };

  /** A user and a role in the trash, both with the permission. */
  const deleteStrongPeople = async (slug: PermissionSlug) => {
    const admin = await server().as('admin');
    const user = await server().createUser('photographer');
    await server().db.insert(userPermissions).values({ user_id: user.id, slug });
    const role = recordIn(await admin('POST', '/roles', { name: 'Склад', slug: 'store', permissions: [{ slug }] }));
    const deletions = [await admin('DELETE', `/users/${user.id}`), await admin('DELETE', `/roles/${role.id}`)];
    return { admin, user, role, batches: deletions.map(({ headers }) => headers.get(BATCH_HEADER)) };
  };

  it('[J680] [A3] restoring brings back no permission that the caller lacks, nor does undoing', async () => {
    const { admin, user, role, batches: written } = await deleteStrongPeople('matrix.operation');
    const manager = await asManager();
    await letRole(server(), 'photographer');
    for (const [resource, { id }] of [['users', user] as const, ['roles', role] as const])
      expect((await manager('POST', '/trash/restore', { resource, ids: [id] })).result).toMatchObject({
        ids: [],
        failed: [{ id, reason: 'forbidden' }],
      });
    for (const batch of written)
      expect((await manager('POST', `/batches/${batch}/undo`, {})).result).toMatchObject({
        records: 0,
        refused: { total: 1 },
      });
    expect(await server().db.$count(trash)).toBe(2);
    const restored = await admin('POST', '/trash/restore', { resource: 'users', ids: [user.id] });
    expect(restored.result).toEqual({ ids: [user.id], failed: [] });
    expect(recordIn(await admin('GET', `/users/${user.id}`))['permissions']).toEqual([{ slug: 'matrix.operation' }]);
  });

  it('[J680] the security event of a restoration lists the permissions that came back', async () => {
    const { user, role } = await deleteStrongPeople('product.show-prices');
    const manager = await asManager();
    await letRole(server(), 'photographer');
    for (const [resource, { id }] of [['users', user] as const, ['roles', role] as const])
      expect((await manager('POST', '/trash/restore', { resource, ids: [id] })).result).toMatchObject({ ids: [id] });
    const events = await server().db.select().from(securityEvents).orderBy(asc(securityEvents.id));
    const gained = {
      fields: expect.arrayContaining([{ field: 'permissions', gained: ['product.show-prices'], lost: [] }]),
    };
    expect(events.slice(-2)).toMatchObject([
      { kind: 'user_created', about_id: user.id, details: gained },
      { kind: 'role_created', about_id: role.id, details: gained },
    ]);
  });

  it('[J663] [A6] nobody deletes for good whom they could not have deleted, and it is a security event', async () => {
    const { admin, user, role } = await deleteStrongPeople('matrix.operation');
    const manager = await asManager();
    await letRole(server(), 'photographer');
    const selections = [['users', user] as const, ['roles', role] as const];
    for (const [resource, { id }] of selections)
      expect((await manager('POST', '/trash/purge', { resource, ids: [id] })).result).toMatchObject({
        ids: [],
        failed: [{ id, reason: 'forbidden' }],
      });
    expect(await server().db.$count(trash)).toBe(2);
    const before = await server().db.$count(securityEvents);
    for (const [resource, { id }] of selections)
      expect((await admin('POST', '/trash/purge', { resource, ids: [id] })).result).toEqual({ ids: [id], failed: [] });
    const events = await server().db.select().from(securityEvents).orderBy(asc(securityEvents.id));
    expect(events.slice(before)).toMatchObject([
      { kind: 'user_removed', about_id: user.id, about_name: 'Берёзкина Анна' },
      { kind: 'role_removed', about_id: role.id, about_name: 'Склад' },
    ]);
  });

  it('[J663] nobody who acts as another user deletes people for good', async () => {
    const { user } = await deleteStrongPeople('product.show-prices');
    await asManager();
    const { send } = await actAs(server(), { first_name: 'Олег', last_name: 'Зимин' });
    expect((await send('POST', '/trash/purge', { resource: 'users', ids: [user.id] })).status).toBe(409);
    expect(await server().db.$count(trash)).toBe(2);
  });

  it('[J663] what was restored while it was being deleted for good is not reported as deleted', async () => {
    await addManyProducts(server(), 1);
    const send = await server().as('admin');
    await send('DELETE', '/products/1');
    const { purging } = await server().db.transaction(async tx => {
      await tx.delete(trash);
      const request = send('POST', '/trash/purge', { resource: 'nomenclature', ids: [1] });
      // The embedded database has one connection, on which the request follows this transaction.
      if (server().deps.config.databaseUrl)
        await eventually(async () =>
          expect(
            await queryRows(
              server().db,
              sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            ),
          ).not.toEqual([]),
        );
      return { purging: request };
    });
    expect((await purging).result).toMatchObject({ ids: [], failed: [{ id: 1, reason: 'absent' }] });
  });
});
