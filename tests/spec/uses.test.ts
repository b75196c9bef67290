import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { addLanguages, addReference, defineAttributes } from '#tests/support/attributes.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, useTestServer } from '#tests/support/server.ts';
import { countStatements } from '#tests/support/statements.ts';

describeOnBoth('Contract 2: deleting what is used', server => {
  const admin = () => server().as('admin');
  const make = async (path: string, body: object) => recordIn(await (await admin())('POST', path, body)).id;
  /** A brand and an allergen, each on two products and a model. */
  const begin = async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const allergens = await addReference(server(), 'test_allergen', 'Глютен', 'Молоко', 'Соя');
    const brands: Record<string, number> = {};
    for (const name of ['Заречная крынка', 'Своя полка']) brands[name] = await make('/reference/brand/value', { name });
    const brand_id = brands['Заречная крынка'];
    const [allergen, milk] = [allergens['Глютен'], allergens['Молоко']];
    const defined = await defineAttributes(
      server(),
      { code: 'allergens', kind: 'references', reference: 'test_allergen', applies_to: 'both' },
      { code: 'main_one', kind: 'reference', reference: 'test_allergen' },
      { code: 'composition', per_language: true },
    );
    await make('/products', { name: 'Хлеб', brand_id, attributes: { allergens: [milk, allergen] } });
    await make('/products', { name: 'Батон', brand_id, attributes: { main_one: allergen } });
    await make('/products', { name: 'Соль', attributes: { composition: { en: 'Salt' } } });
    await make('/models', { name: 'Булки', brand_id, attributes: { allergens: [allergen] } });
    return { allergens, brands, defined };
  };
  const usesOf = (products: number, models: number) => ({
    uses: [
      ...(products ? [{ resource: 'nomenclature', count: products }] : []),
      ...(models ? [{ resource: 'catalog', count: models }] : []),
    ],
  });

  it('[X26] [R75] deleting a value in use reports its number of records, including attributes', async () => {
    const { allergens, brands } = await begin();
    const send = await admin();
    const failure = {
      message: 'Запись используется, удалить её нельзя. Записей: Номенклатура — 2, Каталог моделей — 1',
    };
    const held = { status: 409, ...failure, result: usesOf(2, 1) };
    expect(await send('DELETE', `/reference/brand/value/${brands['Заречная крынка']}`)).toMatchObject(held);
    expect(await send('DELETE', `/reference/test_allergen/value/${allergens['Глютен']}`)).toMatchObject(held);
    const ids = Object.values(allergens);
    expect((await send('DELETE', '/reference/test_allergen/value', { ids })).result).toMatchObject({
      ids: [allergens['Соя']],
      failed: [{ id: allergens['Глютен'], ...failure }, { id: allergens['Молоко'] }],
    });
  });

  it('[X659] each refusal of a bulk deletion counts the records that use that one', async () => {
    const { allergens } = await begin();
    const send = await admin();
    await send('POST', '/products', { name: 'Каша', attributes: { allergens: [allergens['Молоко']] } });
    const ids = [allergens['Молоко'], allergens['Соя'], allergens['Глютен']];
    const text = 'Запись используется, удалить её нельзя. Записей: ';
    expect((await send('DELETE', '/reference/test_allergen/value', { ids })).result).toEqual({
      ids: [allergens['Соя']],
      failed: [
        { id: allergens['Молоко'], reason: 'inUse', message: `${text}Номенклатура — 2` },
        { id: allergens['Глютен'], reason: 'inUse', message: `${text}Номенклатура — 2, Каталог моделей — 1` },
      ],
    });
    const languages = (await send('GET', '/language')).result as { id: number; code: string }[];
    const inUse = languages.filter(({ code }) => code === 'en').map(({ id }) => id);
    expect((await send('DELETE', '/language', { ids: languages.map(({ id }) => id) })).result).toMatchObject({
      failed: inUse.map(id => ({ id, message: `${text}Номенклатура — 1` })),
    });
  });

  it('[R75] an attribute with values, a language with texts, a reference with values or attributes stay', async () => {
    const { defined } = await begin();
    const send = await admin();
    const [allergens, , composition] = defined;
    expect((await send('DELETE', `/attribute/${allergens?.id}`)).result).toEqual(usesOf(1, 1));
    expect((await send('DELETE', `/attribute/${composition?.id}`)).result).toEqual(usesOf(1, 0));
    const languages = (await send('GET', '/language')).result as { id: number; code: string }[];
    const language = (code: string) => languages.find(one => one.code === code)?.id;
    expect((await send('DELETE', `/language/${language('en')}`)).result).toEqual(usesOf(1, 0));
    expect((await send('DELETE', `/language/${language('ru')}`)).status).toBe(200);
    const [list] = itemsIn(await send('GET', '/reference?search=test_allergen'));
    expect((await send('DELETE', `/reference/${list?.id}`)).result).toEqual({
      uses: [
        { resource: 'settings/attribute', count: 2 },
        { resource: 'settings/reference/test_allergen', count: 3 },
      ],
    });
  });

  it('[R75] a project with prices cannot be deleted', async () => {
    const project_id = await make('/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await make('/products', { name: 'Хлеб', prices: [{ project_id, amount: 10, currency: 'RUB' }] });
    expect((await (await admin())('DELETE', `/project/${project_id}`)).result).toEqual(usesOf(1, 0));
  });

  it('[R76] a value can be replaced by another one in fields and attributes', async () => {
    const { allergens, brands } = await begin();
    const send = await admin();
    const replace = (path: string, from?: number, by?: number) => send('POST', `${path}/${from}/replace`, { by });
    await replace('/reference/brand/value', brands['Заречная крынка'], brands['Своя полка']);
    await replace('/reference/test_allergen/value', allergens['Глютен'], allergens['Молоко']);
    const products = itemsIn(await send('GET', '/products?sort=id')) as unknown as object[];
    expect(products).toMatchObject([
      { brand_id: brands['Своя полка'], attributes: { allergens: [allergens['Молоко']] }, version: 3 },
      { brand_id: brands['Своя полка'], attributes: { main_one: allergens['Молоко'] }, version: 3 },
      { brand_id: null, version: 1 },
    ]);
    expect(itemsIn(await send('GET', '/models'))).toMatchObject([{ attributes: { allergens: [allergens['Молоко']] } }]);
    expect((await send('GET', `/reference/test_allergen/value/${allergens['Глютен']}`)).status).toBe(404);
    expect(server().messages).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ resource: 'nomenclature' }) }),
    );
  });

  it('[R76] the replacement must be another value of the same reference, and requires its permission', async () => {
    const { allergens, brands } = await begin();
    const path = `/reference/brand/value/${brands['Заречная крынка']}/replace`;
    const send = await admin();
    for (const by of [allergens['Соя'], brands['Заречная крынка'], 999_999])
      expect(await send('POST', path, { by })).toMatchObject({ status: 400, errors: { by: [expect.any(String)] } });
    const manager = await server().as('product_manager');
    expect((await manager('POST', path, { by: brands['Своя полка'] })).status).toBe(403);
  });
});

describe.skipIf(!inject('server').postgres)('Contract 2: deleting much that is used (PostgreSQL)', () => {
  const server = useTestServer('postgres');
  afterEach(() => vi.restoreAllMocks());

  it('[X659] a bulk deletion asks once which records use the values, however many are in use', async () => {
    const send = await server().as('admin');
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { id } = recordIn(await send('POST', '/reference/brand/value', { name: `Марка ${n}` }));
      await send('POST', '/products', { name: `Хлеб ${n}`, brand_id: id });
      ids.push(id);
    }
    const statements = await countStatements(() => send('DELETE', '/reference/brand/value', { ids }));
    expect(statements.filter(text => text.includes('from "products"'))).toHaveLength(1);
    expect(statements.filter(text => text.includes('from "models"'))).toHaveLength(1);
  });
});
