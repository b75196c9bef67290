import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { addLanguages, addReference, defineAttributes } from '#tests/support/attributes.ts';
import { faultsOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('§1 Attributes as columns of tables', server => {
  /** One attribute of each kind, and a product that has them all. */
  const begin = async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const allergens = await addReference(server(), 'test_allergen', 'Глютен', 'Молоко', 'Соя');
    const countries = await addReference(server(), 'test_country', 'Армения', 'Грузия');
    await defineAttributes(
      server(),
      { code: 'tagline', name: 'Подпись', kind: 'text' },
      { code: 'composition', name: 'Состав', kind: 'long_text', per_language: true },
      { code: 'shelf_life', name: 'Срок', kind: 'number', unit: 'сут' },
      { code: 'vegetarian', name: 'Вегетарианское', kind: 'flag', applies_to: 'both' },
      { code: 'declared_until', name: 'Декларация до', kind: 'date' },
      { code: 'country', name: 'Страна', kind: 'reference', reference: 'test_country' },
      { code: 'allergens', name: 'Аллергены', kind: 'references', reference: 'test_allergen' },
    );
    const attributes = {
      tagline: 'Хлебный',
      composition: { ru: 'Вода; солод', en: 'Water' },
      shelf_life: 12.5,
      vegetarian: true,
      declared_until: '2027-05-01',
      country: countries['Армения'],
      allergens: [allergens['Глютен'], allergens['Соя']],
    };
    const send = await server().as('content_manager');
    await send('POST', '/products', { name: 'Квас', sku: 'A-1', attributes });
    return { send, attributes, allergens, countries };
  };
  const attributesOf = async (sku = 'A-1') => {
    const send = await server().as('content_manager');
    const [found] = itemsIn(await send('GET', `/products?search=${sku}`));
    return (found as unknown as { attributes: object } | undefined)?.attributes;
  };
  const exported = async () => {
    const { access } = await server().signIn('content_manager');
    const headers = { Authorization: `Bearer ${access}` };
    const answer = await server().app.request(`${API_BASE}/products/export?format=csv&sort=id`, { headers });
    return answer.text();
  };

  it('[R73] [X54] an export has a column for each attribute, for each language of a text', async () => {
    await begin();
    const [header = [], row = []] = parse(await exported(), { delimiter: ';', bom: true }) as string[][];
    const cells = Object.fromEntries(header.map((name, at) => [name, row[at]]));
    expect(cells).toMatchObject({
      Подпись: 'Хлебный',
      'Состав: Русский': 'Вода; солод',
      'Состав: English': 'Water',
      'Срок, сут': '12,5',
      Вегетарианское: 'да',
      'Декларация до': '01.05.2027',
      Страна: 'Армения',
      Аллергены: 'Глютен; Соя',
    });
  });

  it.each(['=CMD|calc', '@SUM(1)', "'=1", '+7', '＝x'])(
    '[X55] [R73] an attribute named %s begins no formula, and its column is read again',
    async name => {
      const send = await server().as('content_manager');
      await defineAttributes(server(), { code: 'odd', name, kind: 'number' });
      await send('POST', '/products', { name: 'Квас', sku: 'A-1', attributes: { odd: 3 } });
      const file = await exported();
      const [header = []] = parse(file, { delimiter: ';', bom: true }) as string[][];
      expect(header.filter(cell => /^\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      expect(header).toContain(`'${name}`);
      const { counts } = await runFile(server(), file.replace(/;3(?=[;\r])/, ';4'));
      expect(counts).toMatchObject({ changed: 1, faulty: 0 });
      expect(await attributesOf()).toMatchObject({ odd: 4 });
    },
  );

  it('[R73] [X56] importing an export changes nothing', async () => {
    const { attributes } = await begin();
    const { counts } = await runFile(server(), await exported());
    expect(counts).toMatchObject({ changed: 0, unchanged: 1, faulty: 0 });
    expect(await attributesOf()).toEqual(attributes);
  });

  it('[R73] [I2] an import writes the attributes with values and leaves the others', async () => {
    const { attributes, allergens, countries } = await begin();
    const run = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Название', 'Состав: English', 'срок', 'Вегетарианское', 'attributes.country', 'Аллергены'],
        ['A-1', '', 'Water, malt', '20', 'нет', '', 'молоко, соя'],
        ['A-2', 'Морс', '', '', 'да', 'грузия', ''],
        ['A-3', 'Сок', '', '', '', '', ''],
      ]),
    );
    expect(faultsOf(run)).toEqual([]);
    expect(run.counts).toMatchObject({ new: 2, changed: 1 });
    const { vegetarian: _, ...kept } = attributes;
    expect(await attributesOf()).toEqual({
      ...kept,
      composition: { ru: 'Вода; солод', en: 'Water, malt' },
      shelf_life: 20,
      allergens: [allergens['Молоко'], allergens['Соя']],
    });
    expect(await attributesOf('A-2')).toEqual({ vegetarian: true, country: countries['Грузия'] });
    expect(await attributesOf('A-3')).toEqual({});
  });

  it('[R73] [I17] a cell that is no value of its attribute is named, and a new product lacks what is required', async () => {
    await begin();
    await defineAttributes(
      server(),
      { code: 'storage', name: 'Хранение', per_language: true, required: true },
      { code: 'brand_mark', name: 'Название' },
    );
    const run = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Название', 'Срок, сут', 'Страна', 'Хранение', 'Название (brand_mark)'],
        ['A-1', 'Квас', 'долго', 'Атлантида', '', ''],
        ['A-2', 'Морс', '', '', '', ''],
        ['A-3', 'Сок', '', '', 'В тепле', 'Знак'],
      ]),
    );
    expect(faultsOf(run)).toEqual([
      [2, 'Срок, сут', 'долго', expect.stringContaining('число')],
      [2, 'Страна', 'Атлантида', expect.any(String)],
      [3, 'Хранение', undefined, expect.any(String)],
    ]);
    expect(await attributesOf('A-3')).toEqual({ storage: { ru: 'В тепле' }, brand_mark: 'Знак' });
  });

  it('[R73] the template has a column for each attribute, and its example can be imported', async () => {
    await begin();
    await defineAttributes(server(), { code: 'old', name: 'Старое', archived: true });
    const { access } = await server().signIn('content_manager');
    const headers = { Authorization: `Bearer ${access}` };
    const template = await server().app.request(`${API_BASE}${IMPORT}/template`, { headers });
    const run = await runFile(server(), new Uint8Array(await template.arrayBuffer()), 'template.xlsx');
    expect([faultsOf(run), run.counts.new]).toEqual([[], 1]);
    const [made] = itemsIn(await (await server().as('admin'))('GET', '/products?sort=id&order=desc'));
    expect(Object.keys((made as unknown as { attributes: object }).attributes).toSorted()).toEqual([
      'allergens',
      'composition',
      'country',
      'declared_until',
      'shelf_life',
      'tagline',
    ]);
  });

  it('[R74] a photographer and an accountant, who cannot open the settings tab, cannot write attributes', async () => {
    const { attributes } = await begin();
    const [{ id } = { id: 0 }] = itemsIn(await (await server().as('admin'))('GET', '/products'));
    for (const role of ['photographer', 'accountant'] as const) {
      const send = await server().as(role);
      const body = { attributes: { tagline: 'Чужой' } };
      expect([role, (await send('PUT', `/products/${id}`, body)).status]).toEqual([role, 403]);
      expect([role, (await send('PUT', '/products', { ids: [id], data: body })).status]).toEqual([role, 403]);
    }
    expect(recordIn(await (await server().as('admin'))('GET', `/products/${id}`))).toMatchObject({ attributes });
  });
});
