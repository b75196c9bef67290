import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { matrices, matrixProducts, notifications } from '#server/db/schema.ts';
import { addCafe, addProduct, leaveSending, openNetwork, SENDING } from '#tests/support/cafes.ts';
import { letRole } from '#tests/support/permissions.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';

describeOnEmbedded('§7 The calls of sending media', server => {
  beforeEach(() => openNetwork(server()));

  it.each([
    ['no address', { kind: 'http' }, 'address'],
    ['no folder', { kind: 'folder' }, 'folder'],
    ['another protocol', { kind: 'http', address: 'ftp://cafe.example/' }, 'address'],
    ['a password in it', { kind: 'http', address: 'https://me:secret@cafe.example/' }, 'address'],
    ['a query', { kind: 'http', address: 'https://cafe.example/?a=1' }, 'address'],
    ['a way out', { kind: 'folder', folder: '../elsewhere' }, 'folder'],
    ['a path of the disk', { kind: 'folder', folder: '/etc' }, 'folder'],
  ])('[M1] [M12] a cafe with %s is refused by its field', async (_name, values, field) => {
    const send = await server().as('admin');
    const { status, errors } = await send('POST', '/cafe', { name: 'Кафе', ...values });
    expect([status, Object.keys(errors ?? {})]).toEqual([400, [field]]);
  });

  it('[M1] [M5] cafes are administered with settings_reference and listed with product.send-media, and a key is returned once', async () => {
    await letRole(server(), 'photographer', 'product.send-media');
    await letRole(server(), 'accountant', 'products.show-list');
    const [admin, sender, stranger] = [
      await server().as('admin'),
      await server().as('photographer'),
      await server().as('accountant'),
    ];
    const body = { name: 'Кафе на Кирова', kind: 'http', address: 'https://cafe.example/media' };
    const { id } = recordIn(await admin('POST', '/cafe', body));
    expect((await sender('GET', '/cafe')).result).toMatchObject({ total: 1, items: [{ ...body, has_key: false }] });
    expect((await sender('PUT', `/cafe/${id}`, { name: 'Моё' })).status).toBe(403);
    expect((await sender('POST', `/cafe/${id}/key`)).status).toBe(403);
    expect((await stranger('GET', '/cafe')).status).toBe(403);
    const keys = [await admin('POST', `/cafe/${id}/key`), await admin('POST', `/cafe/${id}/key`)].map(
      ({ result }) => (result as { key: string }).key,
    );
    expect(new Set(keys).size).toBe(2);
    const seen = await admin('GET', `/cafe/${id}`);
    expect(seen.result).toMatchObject({ has_key: true, version: 3 });
    for (const key of keys) expect(JSON.stringify([seen.result, server().messages])).not.toContain(key);
    expect((await admin('POST', '/cafe/9999/key')).status).toBe(404);
    const folder = recordIn(await admin('POST', '/cafe', { name: 'Папка', kind: 'folder', folder: 'kirova' }));
    expect(await admin('POST', `/cafe/${folder.id}/key`)).toMatchObject({
      status: 400,
      message: 'Ключ нужен только кафе с адресом: у папки подписи нет',
    });
    expect((await admin('GET', `/cafe/${folder.id}`)).result).toMatchObject({ has_key: false, version: 1 });
  });

  it('[M2] exactly one way of choosing products is accepted, and only one that the caller may use', async () => {
    const { cafe } = await addCafe(server());
    const [latte, raf] = [await addProduct(server(), 'Латте', 'a'), await addProduct(server(), 'Раф', 'b')];
    const [matrix] = await server()
      .db.insert(matrices)
      .values({ name: 'Чужая', access: { users: [], roles: [] } })
      .returning();
    await server()
      .db.insert(matrixProducts)
      .values([{ matrix_id: matrix?.id ?? 0, product_id: raf, position: 1 }]);
    const admin = await server().as('admin');
    const cafe_ids = [cafe.id];
    const ask = async (choice: object, send = admin) => send('POST', `${SENDING}/preview`, { cafe_ids, ...choice });
    const countOf = async (choice: object) => ((await ask(choice)).result as { products: number }).products;
    expect(await countOf({ all: true })).toBe(2);
    expect(await countOf({ product_ids: [latte, latte, 9999] })).toBe(1);
    expect(await countOf({ matrix_id: matrix?.id })).toBe(1);
    expect(await countOf({ filter: { search: 'ЛАТ', status: ['draft'] } })).toBe(1);
    for (const choice of [{}, { all: true, product_ids: [latte] }, { all: false }, { product_ids: [] }])
      expect([choice, (await ask(choice)).status]).toEqual([choice, 400]);
    expect(await ask({ filter: { colour: 'red' } })).toMatchObject({
      status: 400,
      message: 'Не удалось прочитать фильтр: откройте список товаров и отберите их заново',
    });
    expect(await ask({ product_ids: [9999] })).toMatchObject({
      status: 400,
      message: 'Товаров нет: выберите другие или проверьте фильтр',
    });
    expect(await ask({ all: true, cafe_ids: [cafe.id, 9999] })).toMatchObject({ status: 400 });

    await letRole(server(), 'photographer', 'product.send-media');
    const sender = await server().as('photographer');
    expect((await ask({ all: true }, sender)).status).toBe(200);
    expect(await ask({ matrix_id: matrix?.id }, sender)).toMatchObject({
      status: 400,
      message: 'Такой матрицы нет, или у вас нет к ней доступа: выберите другую',
    });
    expect((await ask({ filter: { search: 'Латте' } }, sender)).status).toBe(403);
    await letRole(server(), 'photographer', 'product.send-media', 'products.show-list');
    expect((await ask({ filter: { price_from: 10 } }, sender)).status).toBe(403);
    const stranger = await server().as('product_manager');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
      ['POST', '/preview'],
      ['GET', '/runs'],
      ['GET', '/runs/1'],
    ] as const)
      expect([
        path,
        (await stranger(method, SENDING + path, method === 'POST' ? { all: true, cafe_ids } : undefined)).status,
      ]).toEqual([path, 403]);
  });

  it('[M2] a database error is not reported as a missing matrix', async () => {
    const { cafe } = await addCafe(server());
    await addProduct(server(), 'Латте', 'a');
    const [matrix] = await server().db.insert(matrices).values({ name: 'Летнее меню' }).returning();
    const admin = await server().as('admin');
    const ask = () => admin('POST', `${SENDING}/preview`, { cafe_ids: [cafe.id], matrix_id: matrix?.id });
    await server().db.execute(sql`alter table matrices rename to matrices_away`);
    try {
      expect((await ask()).status).toBe(500);
    } finally {
      await server().db.execute(sql`alter table matrices_away rename to matrices`);
    }
    expect((await ask()).message).toBe('Товаров нет: выберите другие или проверьте фильтр');
  });

  it('[M15] the user who started a sending is notified if another user cancels it, but not of their own cancellation', async () => {
    const mine = await leaveSending(server());
    await (await server().as('content_manager'))('DELETE', SENDING);
    expect(await server().db.select().from(notifications)).toEqual([]);
    const theirs = await leaveSending(server());
    await (await server().as('admin'))('DELETE', SENDING);
    expect(await server().db.select().from(notifications)).toMatchObject([
      {
        kind: 'sending_canceled',
        link: `/content/nomenclature/send-media?run=${theirs}`,
        payload: { by: 'Анна Берёзкина' },
      },
    ]);
    const send = await server().as('content_manager');
    expect((await send('GET', `${SENDING}/runs?per_page=1`)).result).toMatchObject({
      total: 2,
      items: [{ id: theirs }],
    });
    expect((await send('GET', `${SENDING}/runs/${mine}`)).result).toMatchObject({ status: 'canceled' });
  });
});
