import { expect, it } from 'vitest';
import { addLanguages, addReference, defineAttributes } from '#tests/support/attributes.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('Contract 6: attributes', server => {
  /** One attribute of each kind. */
  const begin = async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const allergens = await addReference(server(), 'test_allergen', 'Глютен', 'Молоко', 'Соя');
    const countries = await addReference(server(), 'test_country', 'Армения', 'Грузия');
    await defineAttributes(
      server(),
      { code: 'tagline', kind: 'text' },
      { code: 'composition', kind: 'long_text', per_language: true },
      { code: 'shelf_life', kind: 'number', unit: 'сут' },
      { code: 'vegetarian', kind: 'flag', applies_to: 'both' },
      { code: 'declared_until', kind: 'date' },
      { code: 'country', kind: 'reference', reference: 'test_country' },
      { code: 'allergens', kind: 'references', reference: 'test_allergen' },
    );
    const send = await server().as('content_manager');
    const make = async (attributes: object, name = 'Квас') =>
      recordIn(await send('POST', '/products', { name, attributes }));
    return { send, make, allergens, countries };
  };
  const { whole } = {
    whole: (allergens: Record<string, number>, countries: Record<string, number>) => ({
      tagline: 'Хлебный',
      composition: { ru: 'Вода, солод', en: 'Water, malt' },
      shelf_life: 12.5,
      vegetarian: true,
      declared_until: '2027-05-01',
      country: countries['Армения'],
      allergens: [allergens['Глютен'], allergens['Соя']],
    }),
  };

  it('[X67] [X24] a content manager writes attributes of every kind, and reads them back unchanged', async () => {
    const { send, make, allergens, countries } = await begin();
    const attributes = whole(allergens, countries);
    const { id } = await make(attributes);
    expect((await send('GET', `/products/${id}`)).result).toMatchObject({ attributes });
    expect(itemsIn(await send('GET', '/products'))).toMatchObject([{ attributes }]);
  });

  it('[X67] [X3] invalid attribute values are reported for each attribute', async () => {
    const { send, make } = await begin();
    const { id } = await make({});
    const wrong = {
      tagline: 'x'.repeat(256),
      composition: { ru: 7 },
      shelf_life: '12',
      vegetarian: 'да',
      declared_until: '01.05.2027',
      country: 999_999,
      allergens: 'Глютен',
      colour: 'красный',
    };
    const errors = {
      'attributes.tagline': ['Не длиннее 255 знаков'],
      'attributes.composition': ['Неверный формат'],
      'attributes.shelf_life': ['Нужно число'],
      'attributes.vegetarian': ['Неверный формат'],
      'attributes.declared_until': ['Такой даты нет'],
      'attributes.allergens': ['Неверный формат'],
      'attributes.colour': ['Такого поля нет: attributes.colour'],
    };
    for (const answer of [
      await send('PUT', `/products/${id}`, { attributes: wrong }),
      await send('POST', '/products', { name: 'Морс', attributes: wrong }),
      await send('PUT', '/products', { ids: [id], data: { attributes: wrong } }),
      await send('POST', '/products/preview', { ids: [id], data: { attributes: wrong } }),
    ])
      expect(answer).toMatchObject({ status: 400, errors });
    for (const attributes of [{ country: 999_999 }, { allergens: [999_999] }])
      expect((await send('PUT', `/products/${id}`, { attributes })).errors).toEqual({
        [`attributes.${Object.keys(attributes)[0]}`]: ['Такой записи нет'],
      });
    expect((await send('PUT', `/products/${id}`, { attributes: { composition: { xx: 'Вода' } } })).errors).toEqual({
      'attributes.composition': ['Такого поля нет: xx'],
    });
    expect((await send('GET', `/products/${id}`)).result).toMatchObject({ attributes: {}, version: 1 });
  });

  it('[X68] [X13] a content manager changes one attribute, and the others stay', async () => {
    const { send, make, allergens, countries } = await begin();
    const attributes = whole(allergens, countries);
    const { id } = await make(attributes);
    const put = (given: object) => send('PUT', `/products/${id}`, { attributes: given });
    expect((await put({ shelf_life: 20 })).result).toMatchObject({
      attributes: { ...attributes, shelf_life: 20 },
      version: 2,
    });
    expect((await put({ shelf_life: 20, vegetarian: true })).result).toMatchObject({ version: 2 });
    expect((await put({})).result).toMatchObject({ version: 2 });
    const { result } = await put({
      tagline: null,
      composition: { ru: 'Вода', en: '' },
      vegetarian: false,
      declared_until: null,
      country: null,
      allergens: [],
    });
    expect((result as { attributes: object }).attributes).toEqual({ composition: { ru: 'Вода' }, shelf_life: 20 });
    expect((await put({ tagline: null, composition: null, shelf_life: null })).result).toMatchObject({
      attributes: {},
    });
  });

  it('[X68] [X15] a bulk edit of one attribute keeps the other attributes of each product', async () => {
    const { send, make } = await begin();
    const [one, two] = [await make({ tagline: 'А' }, 'Один'), await make({ shelf_life: 3 }, 'Два')];
    const body = { ids: [one.id, two.id], data: { attributes: { shelf_life: 3 } } };
    expect((await send('POST', '/products/preview', body)).result).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await send('PUT', '/products', body)).result).toMatchObject({ ids: body.ids });
    expect(itemsIn(await send('GET', '/products?sort=id'))).toMatchObject([
      { attributes: { tagline: 'А', shelf_life: 3 }, version: 2 },
      { attributes: { shelf_life: 3 }, version: 1 },
    ]);
  });

  it('[X67] a required attribute cannot be left out or cleared; a localized one needs the current language', async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const earlier = recordIn(await (await server().as('admin'))('POST', '/products', { name: 'Прежний' }));
    await defineAttributes(
      server(),
      { code: 'tagline', required: true },
      { code: 'composition', kind: 'long_text', per_language: true, required: true },
      { code: 'sizes', kind: 'references', reference: 'unit', required: true, applies_to: 'models' },
    );
    const send = await server().as('content_manager');
    const lacking = {
      'attributes.tagline': ['Заполните поле'],
      'attributes.composition': ['Заполните поле'],
    };
    expect(await send('POST', '/products', { name: 'Квас' })).toMatchObject({ status: 400, errors: lacking });
    const given = { tagline: 'А', composition: { en: 'Water' } };
    expect((await send('POST', '/products', { name: 'Квас', attributes: given })).errors).toEqual({
      'attributes.composition': ['Заполните поле'],
    });
    const attributes = { tagline: 'А', composition: { ru: 'Вода' } };
    const { id } = recordIn(await send('POST', '/products', { name: 'Квас', attributes }));
    expect((await send('PUT', `/products/${id}`, { attributes: { tagline: '', composition: null } })).errors).toEqual(
      lacking,
    );
    expect(await send('PUT', `/products/${earlier.id}`, { name: 'Прежний квас' })).toMatchObject({ status: 200 });
    expect((await send('POST', '/models', { name: 'Напитки', attributes: { sizes: [] } })).errors).toEqual({
      'attributes.sizes': ['Заполните поле'],
    });
  });

  it('[X67] an attribute applies to products, models or both, and to nothing once it is archived', async () => {
    const [, archived] = await defineAttributes(
      server(),
      { code: 'tagline', applies_to: 'models' },
      { code: 'old', applies_to: 'both' },
    );
    const send = await server().as('content_manager');
    const { id } = recordIn(await send('POST', '/models', { name: 'Напитки', attributes: { tagline: 'А', old: 'Б' } }));
    expect((await send('POST', '/products', { name: 'Квас', attributes: { tagline: 'А' } })).status).toBe(400);
    await send('PUT', `/attribute/${archived?.id}`, { archived: true });
    expect((await send('PUT', `/models/${id}`, { attributes: { old: 'В' } })).status).toBe(400);
    expect((await send('PUT', `/models/${id}`, { attributes: { tagline: 'В' } })).result).toMatchObject({
      attributes: { tagline: 'В', old: 'Б' },
    });
    expect((await send('GET', '/models?attributes.old_empty=true')).status).toBe(400);
  });

  it('[X69] [X11] a list is filtered by attributes of every kind', async () => {
    const { send, make, allergens, countries } = await begin();
    await make(whole(allergens, countries), 'Все');
    await make({ shelf_life: 5, country: countries['Грузия'], allergens: [allergens['Молоко']] }, 'Часть');
    await make({ shelf_life: -3, declared_until: '2026-12-31' }, 'Мало');
    await make({}, 'Ничего');
    const found = async (query: string) =>
      itemsIn(await send('GET', `/products?sort=id&${query}`)).map(({ name }) => name);
    const { Глютен: gluten, Молоко: milk } = allergens;
    const cases: [string, string[]][] = [
      ['attributes.shelf_life_from=5', ['Все', 'Часть']],
      ['attributes.shelf_life_from=-5&attributes.shelf_life_to=5', ['Часть', 'Мало']],
      ['attributes.declared_until_from=2027-01-01', ['Все']],
      ['attributes.declared_until_to=2027-01-01', ['Мало']],
      ['attributes.vegetarian=true', ['Все']],
      ['attributes.vegetarian=false', ['Часть', 'Мало', 'Ничего']],
      [`attributes.country=${countries['Грузия']}`, ['Часть']],
      [`attributes.country=${countries['Грузия']}&attributes.country=${countries['Армения']}`, ['Все', 'Часть']],
      [`attributes.allergens=${gluten}`, ['Все']],
      [`attributes.allergens=${gluten}&attributes.allergens=${milk}`, ['Все', 'Часть']],
      ['attributes.composition_empty=false', ['Все']],
      ['attributes.allergens_empty=true', ['Мало', 'Ничего']],
      [`attributes.shelf_life_from=5&attributes.country=${countries['Грузия']}`, ['Часть']],
    ];
    for (const [query, names] of cases) {
      expect([query, await found(query)]).toEqual([query, names]);
      expect((await send('GET', `/products/ids?sort=id&${query}`)).result).toMatchObject({
        ids: { length: names.length },
      });
    }
    expect((await send('GET', '/products?attributes.shelf_life_from=5')).result).toMatchObject({ total: 2 });
  });

  it('[X69] [X12] a list refuses an unknown attribute and a value of the wrong kind', async () => {
    const { send } = await begin();
    for (const query of [
      'attributes.colour=1',
      'attributes.tagline=1',
      'attributes.shelf_life=1',
      'attributesX.country=1',
    ])
      expect([query, await send('GET', `/products?${query}`)]).toMatchObject([
        query,
        { status: 400, message: expect.stringContaining('Неизвестный параметр') },
      ]);
    for (const query of ['attributes.country=x', 'attributes.shelf_life_from=x', 'attributes.vegetarian=maybe'])
      expect([query, (await send('GET', `/products?${query}`)).status]).toEqual([query, 400]);
    expect((await send('GET', '/attribute?attributes.country=1')).status).toBe(400);
  });

  it('[X70] a search finds short attribute texts in any language, but not attribute names', async () => {
    const { send, make } = await begin();
    await make({ tagline: 'Ядрёный «Хлебный»', composition: { en: 'Water' } }, 'Квас');
    await make({ composition: { ru: `Вода, ${'солод, '.repeat(20)}` } }, 'Морс');
    const found = async (search: string) =>
      itemsIn(await send('GET', `/products?search=${encodeURIComponent(search)}`)).map(({ name }) => name);
    expect(await found('ядреный «хлеб')).toEqual(['Квас']);
    expect(await found('WATER')).toEqual(['Квас']);
    expect(await found('солод')).toEqual([]);
    expect(await found('tagline')).toEqual([]);
  });

  it('[X67] [X26] references in attribute values are validated for models too', async () => {
    const { countries } = await begin();
    await defineAttributes(server(), {
      code: 'origin',
      kind: 'reference',
      reference: 'test_country',
      applies_to: 'models',
    });
    const send = await server().as('content_manager');
    const attributes = { origin: countries['Армения'], vegetarian: true };
    const { id } = recordIn(await send('POST', '/models', { name: 'Напитки', attributes }));
    expect((await send('GET', `/models?attributes.origin=${countries['Армения']}`)).result).toMatchObject({ total: 1 });
    expect((await send('PUT', `/models/${id}`, { attributes: { origin: 999_999 } })).errors).toEqual({
      'attributes.origin': ['Такой записи нет'],
    });
  });
});
