import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SUCCESS } from '#contract/envelope.ts';
import { channels } from '#contract/events.ts';
import { roleSlugs } from '#contract/roles.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addProducts } from '#tests/support/records.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, senderOf, type TestServer } from '#tests/support/server.ts';

const make = async (server: TestServer, path: string, body: object) =>
  recordIn(await (await server.as('admin'))('POST', path, body));

describeOnBoth('§3 Products, models and references', server => {
  it('[K1] [E7] [E20] a product with every field is stored, and the message is «success»', async () => {
    const send = await server().as('admin');
    const answer = await send('POST', '/products', {
      name: 'Чай',
      weight: 0.125,
      price: 99_999_999,
      barcode: '4600000000008',
    });
    expect(answer).toMatchObject({
      ...SUCCESS,
      result: { weight: 0.125, price: 99_999_999, barcode: '4600000000008' },
    });
  });

  it('[X22] a barcode is checked digit by digit, and belongs to one product', async () => {
    const send = await server().as('admin');
    const refusal = async (barcode: string) => (await send('POST', '/products', { name: 'Чай', barcode })).errors;
    for (const good of ['96385074', '036000291452', '4600000000008', '10614141000415', '12345']) {
      expect([good, await refusal(good)]).toEqual([good, undefined]);
    }
    expect(await refusal('4600000000009')).toEqual({ barcode: ['Контрольная цифра не сходится, проверьте штрихкод'] });
    expect(await refusal('46000A')).toEqual({ barcode: ['В штрихкоде могут быть только цифры'] });
    expect(await refusal('123')).toEqual({ barcode: ['Штрихкод — от 4 до 14 цифр'] });
    expect(await refusal('4600000000008')).toEqual({ barcode: ['Такое значение уже есть'] });
  });

  it('[X23] a weight is not negative and has at most three decimals', async () => {
    const send = await server().as('admin');
    const refusal = async (weight: unknown) => (await send('POST', '/products', { name: 'Чай', weight })).errors;
    expect(await refusal(0)).toBeUndefined();
    expect(await refusal(0.001)).toBeUndefined();
    expect(await refusal(-0.001)).toEqual({ weight: ['Не меньше 0'] });
    expect(await refusal(0.0001)).toEqual({ weight: ['Не больше трёх знаков после запятой'] });
    expect(await refusal('1')).toEqual({ weight: ['Нужно число'] });
  });

  it('[X26] two products cannot get the same article number, one by one or in bulk', async () => {
    const send = await server().as('admin');
    const [one, two] = [
      await make(server(), '/products', { name: 'А', sku: 'A-1' }),
      await make(server(), '/products', { name: 'Б' }),
    ];
    const taken = { status: 400, errors: { sku: ['Такое значение уже есть'] } };
    expect(await send('PUT', `/products/${two.id}`, { sku: 'A-1' })).toMatchObject(taken);
    expect((await send('PUT', '/products', { ids: [one.id, two.id], data: { sku: 'A-1' } })).result).toMatchObject({
      ids: [one.id],
      failed: [{ id: two.id, reason: 'invalid', errors: taken.errors }],
    });
    expect((await send('GET', `/products/${two.id}`)).result).toEqual(two);
  });

  it('[X26] a value in use cannot be deleted; a bulk delete keeps those in use', async () => {
    const send = await server().as('admin');
    const path = '/reference/brand/value';
    const [used, free] = [
      await make(server(), path, { name: 'Нужный' }),
      await make(server(), path, { name: 'Лишний' }),
    ];
    await make(server(), '/products', { name: 'Чай', brand_id: used.id });
    const message = 'Запись используется, удалить её нельзя. Записей: Номенклатура — 1';
    expect(await send('DELETE', `${path}/${used.id}`)).toMatchObject({ status: 409, message });
    const inUse = { id: used.id, reason: 'inUse', message };
    expect((await send('DELETE', path, { ids: [used.id, free.id] })).result).toEqual({
      ids: [free.id],
      failed: [inUse],
    });
    expect((await send('DELETE', path, { ids: [used.id] })).result).toEqual({ ids: [], failed: [inUse] });
  });

  it('[X26] [X27] a value of another reference is refused', async () => {
    const send = await server().as('admin');
    const unit = await make(server(), '/reference/unit/value', { name: 'Штука', symbol: 'шт' });
    expect(unit['symbol']).toBe('шт');
    expect((await send('POST', '/products', { name: 'Чай', brand_id: unit.id })).errors).toEqual({
      brand_id: ['Такой записи нет'],
    });
    expect((await send('GET', `/reference/brand/value/${unit.id}`)).status).toBe(404);
    expect((await send('PUT', `/reference/brand/value/${unit.id}`, { name: 'Х' })).status).toBe(404);
    expect((await send('DELETE', '/reference/brand/value', { ids: [unit.id] })).result).toMatchObject({
      ids: [],
      failed: [{ id: unit.id, reason: 'absent' }],
    });
    expect((await send('GET', '/reference/nonsense/value')).status).toBe(404);
  });

  it('[C16] [X27] the plain list returns every value in order, and can be searched', async () => {
    const send = await server().as('photographer');
    for (const [name, order] of [
      ['Штука', 20],
      ['Килограмм', 10],
      ['Рулон', null],
      ['Набор', null],
    ]) {
      await make(server(), '/reference/unit/value', { name, order });
    }
    const names = async (search: string) =>
      ((await send('GET', `/reference/unit/value/list${search}`)).result as { name: string }[]).map(({ name }) => name);
    expect(await names('')).toEqual(['Килограмм', 'Штука', 'Набор', 'Рулон']);
    expect(await names('?search=')).toEqual(['Килограмм', 'Штука', 'Набор', 'Рулон']);
    expect(await names(`?search=${encodeURIComponent('ШТУ')}`)).toEqual(['Штука']);
  });

  it('[E7] [E8] a link is visible on both records, and both get a new version', async () => {
    const send = await server().as('admin');
    const [first, second] = [
      await make(server(), '/models', { name: 'А' }),
      await make(server(), '/models', { name: 'Б' }),
    ];
    const product = await make(server(), '/products', { name: 'Чай', model_ids: [first.id, second.id, first.id] });
    expect(product['model_ids']).toEqual([first.id, second.id]);
    const model = async (id: number) => recordIn(await send('GET', `/models/${id}`));
    expect(await model(first.id)).toMatchObject({ product_ids: [product.id], version: 2 });
    await send('PUT', `/products/${product.id}`, { model_ids: [second.id] });
    expect(await model(first.id)).toMatchObject({ product_ids: [], version: 3 });
    expect(await model(second.id)).toMatchObject({ product_ids: [product.id], version: 2 });
    const changed = server().messages.flatMap(message =>
      'event' in message && message.event === 'RECORDS_CHANGE' ? [message] : [],
    );
    expect(changed.findLast(({ channel }) => channel === channels.records('catalog'))?.payload).toMatchObject({
      resource: 'catalog',
      ids: [first.id],
      records: [{ version: 3 }],
    });
    await send('DELETE', `/products/${product.id}`);
    expect(await model(second.id)).toMatchObject({ product_ids: [], version: 3 });
  });

  it('[X24] any text is either returned unchanged or refused', async () => {
    const send = await server().as('admin');
    const { id } = await make(server(), '/products', { name: 'Чай' });
    let kept = 0;
    const keeps = async (name: string, description: string) => {
      const written = await send('PUT', `/products/${id}`, { name, description });
      if (written.status === 400) return;
      kept += 1;
      expect(written.result).toMatchObject({ name: name.trim(), description: description.trim() });
      expect((await send('GET', `/products/${id}`)).result).toEqual(written.result);
    };
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(fc.asyncProperty(text, text, keeps), { numRuns: 60 });
    expect(kept).toBeGreaterThan(30);
    const blank = await send('PUT', `/products/${id}`, { description: ' \n ' });
    expect(blank.errors).toEqual({ description: ['Заполните поле'] });
    for (const broken of ['\0', 'a\0b', '\ud800', 'x\udc00']) {
      expect((await send('PUT', `/products/${id}`, { description: broken })).errors).toEqual({
        description: ['Неверный формат'],
      });
    }
  });

  it('[X30] a total is counted once until something changes', async () => {
    const send = await server().as('admin');
    await make(server(), '/products', { name: 'Чай' });
    const total = async () => ((await send('GET', '/products?search=ча')).result as { total: number }).total;
    expect(await total()).toBe(1);
    await make(server(), '/products', { name: 'Чай зелёный' });
    expect(await total()).toBe(2);
    await server().db.execute(`insert into products (name) values ('Чай чёрный')`);
    expect([await total(), itemsIn(await send('GET', '/products?search=ча')).length]).toEqual([2, 3]);
    await make(server(), '/products', { name: 'Кофе' });
    expect(await total()).toBe(3);
  });

  it('[X130] a record added between two pages repeats none and leaves none out', async () => {
    const send = await server().as('admin');
    await addProducts(server(), ...Array.from({ length: 20 }, () => ({ name: 'Чай', price: 5 })));
    for (const sort of ['id', 'name', 'price']) {
      const page = async (at: number) => itemsIn(await send('GET', `/products?per_page=10&page=${at}&sort=${sort}`));
      const first = await page(1);
      await make(server(), '/products', { name: 'Чай', price: 5 });
      const ids = [...first, ...(await page(2))].map(({ id }) => id);
      expect([sort, ids]).toEqual([sort, Array.from({ length: 20 }, (_, at) => at + 1)]);
    }
  });

  it('[X520] a record added between two descending pages moves the list down by one place, and leaves none out', async () => {
    const send = await server().as('admin');
    await addProducts(server(), ...Array.from({ length: 20 }, () => ({ name: 'Чай', price: 5 })));
    const query = 'sort=price&order=desc&per_page=10';
    const page = async (at: number) => itemsIn(await send('GET', `/products?${query}&page=${at}`)).map(({ id }) => id);
    const first = await page(1);
    await make(server(), '/products', { name: 'Чай', price: 5 });
    const falling = Array.from({ length: 20 }, (_, at) => 20 - at);
    expect([first, await page(2), await page(3)]).toEqual([falling.slice(0, 10), falling.slice(9, 19), [1]]);
  });

  it('[X130] the pages of a range contain each of its records once, in the order of the list', async () => {
    const numbers = Array.from({ length: 60 }, (_, at) => (at * 37) % 60);
    await addProducts(
      server(),
      ...numbers.map(number => ({
        name: `Товар ${number % 9}`,
        weight: number % 5 === 0 ? null : number % 7,
        price: number % 4 === 0 ? null : number % 11,
      })),
    );
    const send = await server().as('admin');
    for (const order of ['id', 'name', 'price', 'weight'].flatMap(sort => [
      `sort=${sort}`,
      `sort=${sort}&order=desc`,
    ])) {
      const asked = `/products?weight_from=1&weight_to=4&per_page=7&${order}`;
      const pages = await Promise.all([1, 2, 3, 4].map(page => send('GET', `${asked}&page=${page}`)));
      const whole = await send('GET', `/products?per_page=1000&${order}`);
      const expected = itemsIn(whole).filter(({ weight }) => Number(weight) >= 1 && Number(weight) <= 4);
      expect(pages.flatMap(itemsIn).map(({ id }) => id)).toEqual(expected.map(({ id }) => id).slice(0, 28));
    }
  });

  it('[P12] [P14] each role reads and writes what its slugs open', async () => {
    await make(server(), '/products', { name: 'Чай' });
    const seen: Record<string, number[]> = {};
    for (const role of roleSlugs) {
      const send = await server().as(role);
      const calls = [
        send('GET', '/products'),
        send('GET', '/products/1'),
        send('PUT', '/products/1', {}),
        send('GET', '/models'),
      ];
      seen[role] = (await Promise.all(calls)).map(({ status }) => status);
    }
    expect(seen).toEqual({
      admin: [200, 200, 200, 200],
      content_manager: [200, 200, 200, 200],
      photographer: [200, 200, 403, 200],
      product_manager: [200, 200, 200, 200],
      accountant: [200, 200, 200, 403],
      '1c_client': [200, 200, 200, 403],
      admin_matrix: [403, 403, 403, 403],
      manager_matrix: [403, 403, 403, 403],
    });
  });

  it('[P20] permissions revoked from a role stay revoked after a restart', async () => {
    const { access } = await server().signIn('accountant');
    await letRole(server(), 'accountant');
    await server().ensureRoles();
    expect((await senderOf(server().app, access)('GET', '/products')).status).toBe(403);
  });
});
