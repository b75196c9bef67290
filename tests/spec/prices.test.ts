import { expect, it } from 'vitest';
import { productPrices } from '#server/db/schema.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('Contract 3: the prices of a product in projects', server => {
  const begin = async () => {
    const send = await server().as('admin');
    const project = async (code: string) =>
      recordIn(await send('POST', '/project', { name: code, code, platform: code })).id;
    const [site, cafe] = [await project('site'), await project('cafe')];
    const { id } = recordIn(await send('POST', '/products', { name: 'Квас', price: 90 }));
    return { send, id, site, cafe, path: `/products/${id}/prices` };
  };
  const rub = (project_id: number, amount: number) => ({ project_id, amount, currency: 'RUB' });

  it('[X66] an accountant can read and set the prices of a product, and nothing else', async () => {
    const { id, site, cafe, path, send } = await begin();
    const accountant = await server().as('accountant');
    expect((await accountant('GET', path)).result).toEqual([]);
    const prices = [rub(site, 99.9), rub(cafe, 120)];
    expect(await accountant('PUT', path, { prices })).toMatchObject({ status: 200, result: prices });
    expect((await accountant('GET', path)).result).toEqual(prices);
    expect((await send('GET', `/products/${id}`)).result).toMatchObject({ price: 90, prices, version: 2 });
    expect(await accountant('PUT', path, { prices, name: 'Морс' })).toMatchObject({ status: 400 });
    expect(await (await server().as('photographer'))('GET', path)).toMatchObject({ status: 403 });
  });

  it('[X66] a content manager writes them with the other fields, and omitted ones are removed', async () => {
    const { send, id, site, cafe } = await begin();
    await send('PUT', `/products/${id}`, { price: 95, prices: [rub(cafe, 120), rub(site, 99)] });
    const { result } = await send('PUT', `/products/${id}`, { prices: [rub(cafe, 130)] });
    expect(result).toMatchObject({ price: 95, prices: [rub(cafe, 130)], version: 3 });
    const again = await send('PUT', `/products/${id}`, { prices: [rub(cafe, 130)] });
    expect(again.result).toMatchObject({ version: 3 });
    expect((await send('GET', '/products?prices_empty=false')).result).toMatchObject({ total: 1 });
    expect((await send('GET', '/products?prices_empty=true')).result).toMatchObject({ total: 0 });
  });

  it('[X66] [X17] saving an outdated version is a 409 with the current product', async () => {
    const { send, id, site, path } = await begin();
    await send('PUT', `/products/${id}`, { price: 95 });
    expect(await send('PUT', path, { prices: [rub(site, 1)], version: 1 })).toMatchObject({
      status: 409,
      result: { price: 95, version: 2 },
    });
  });

  it('[X66] [X3] invalid prices are reported', async () => {
    const { send, site, path, id } = await begin();
    const errors = async (...prices: object[]) => (await send('PUT', `/products/${id}`, { prices })).errors;
    expect(await errors(rub(site, -1))).toEqual({ 'prices.0.amount': ['Не меньше 0'] });
    expect(await errors(rub(site, 0.001))).toEqual({ 'prices.0.amount': ['Не больше двух знаков после запятой'] });
    expect(await errors({ ...rub(site, 1), currency: 'USD' })).toEqual({ 'prices.0.currency': ['Допустимо: RUB'] });
    expect(await errors(rub(site, 1), rub(site, 2))).toEqual({ prices: ['Один проект указан дважды'] });
    expect(await errors(rub(999_999, 1))).toEqual({ prices: ['Такой записи нет'] });
    expect(await send('GET', '/products/999999/prices')).toMatchObject({ status: 404 });
    expect((await send('GET', path)).result).toEqual([]);
  });

  it('[X66] [X26] a project with prices cannot be deleted, a product with prices can', async () => {
    const { send, id, site } = await begin();
    await send('PUT', `/products/${id}`, { prices: [rub(site, 1)] });
    expect(await send('DELETE', `/project/${site}`)).toMatchObject({ status: 409 });
    expect(await send('DELETE', `/products/${id}`)).toMatchObject({ status: 200, result: { prices: [rub(site, 1)] } });
    expect(await server().db.select().from(productPrices)).toEqual([]);
  });

  it('[X15] a bulk edit sets the same prices on many products', async () => {
    const { send, id, site } = await begin();
    const other = recordIn(await send('POST', '/products', { name: 'Морс' })).id;
    await send('PUT', '/products', { ids: [id, other], data: { prices: [rub(site, 1)] } });
    for (const one of [id, other])
      expect((await send('GET', `/products/${one}/prices`)).result).toEqual([rub(site, 1)]);
  });
});
