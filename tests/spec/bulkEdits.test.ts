import { expect, it } from 'vitest';
import type { BulkResponse } from '#contract/bulk.ts';
import { getKindTraits } from '#contract/fields.ts';
import { declaredResources, getCollection } from '#contract/records.ts';
import { letRole } from '#tests/support/permissions.ts';
import { makeCategories, recordIn, type Sample } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

interface Preview {
  changed: number;
  unchanged: number;
  failed: BulkResponse['failed'];
  samples: Sample[];
  results: Sample[];
}

describeOnBoth('Bulk edits of fields that hold several items', server => {
  const begin = async () => {
    const send = await server().as('admin');
    const [pastry = 0, gift = 0, bread = 0] = await makeCategories(server(), 'site', 'Круассаны', 'Подарки', 'Хлеб');
    const [coffee = 0, tea = 0] = await makeCategories(server(), 'cafe', 'Кофе', 'Чай');
    const ids: number[] = [];
    for (const [at, categories] of [[pastry, coffee], [gift, coffee], []].entries())
      ids.push(recordIn(await send('POST', '/products', { name: `Товар ${at}`, categories })).id);
    const [one = 0, two = 0, three = 0] = ids;
    const records = async (): Promise<Sample[]> =>
      Promise.all(ids.map(async id => recordIn(await send('GET', `/products/${id}`))));
    const categories = async () => (await records()).map(record => record['categories']);
    const edit = (...edits: object[]) => send('PUT', '/products', { ids, data: { categories: { edits } } });
    const preview = async (...edits: object[]) =>
      (await send('POST', '/products/preview', { ids, data: { categories: { edits } } })).result as Preview;
    return { send, ids, one, two, three, records, categories, edit, preview, pastry, gift, bread, coffee, tea };
  };

  it('[X360] adding keeps what each record has, on this platform and on the others', async () => {
    const { edit, categories, ids, pastry, gift, coffee } = await begin();
    expect((await edit({ op: 'add', items: [gift], within: 'site' })).result).toMatchObject({ ids, failed: [] });
    expect(await categories()).toEqual([[pastry, gift, coffee], [gift, coffee], [gift]]);
  });

  it('[X360] removing takes only what is named, and moving changes only records that have what is moved', async () => {
    const { edit, categories, pastry, gift, bread, coffee, tea } = await begin();
    await edit({ op: 'remove', items: [gift, bread], within: 'site' });
    expect(await categories()).toEqual([[pastry, coffee], [coffee], []]);
    await edit(
      { op: 'move', from: [pastry], to: [bread, gift], within: 'site' },
      { op: 'add', items: [tea], within: 'cafe' },
    );
    expect(await categories()).toEqual([[gift, bread, coffee, tea], [coffee, tea], [tea]]);
  });

  it('[X361] replacing is limited to the given platform; a plain value replaces all platforms', async () => {
    const { edit, categories, send, ids, bread, coffee } = await begin();
    await edit({ op: 'replace', items: [bread], within: 'site' });
    expect(await categories()).toEqual([[bread, coffee], [bread, coffee], [bread]]);
    await edit({ op: 'replace', items: [], within: 'cafe' });
    expect(await categories()).toEqual([[bread], [bread], [bread]]);
    await send('PUT', '/products', { ids, data: { categories: [coffee] } });
    expect(await categories()).toEqual([[coffee], [coffee], [coffee]]);
  });

  it('[X360] repeating an edit succeeds and keeps the version', async () => {
    const { edit, records, ids, pastry, gift, bread } = await begin();
    const edits = [
      { op: 'add', items: [gift] },
      { op: 'move', from: [pastry], to: [bread] },
      { op: 'remove', items: [pastry] },
    ];
    await edit(...edits);
    const before = await records();
    expect((await edit(...edits)).result).toEqual({ ids, unchanged: ids.length, failed: [] });
    expect(await records()).toEqual(before);
  });

  it('[X362] a preview counts what an edit changes and shows the records as they would become', async () => {
    const { preview, records, edit, one, two, gift, pastry, coffee } = await begin();
    const before = await records();
    const found = await preview({ op: 'add', items: [gift], within: 'site' });
    expect(found).toMatchObject({ changed: 2, unchanged: 1, failed: [] });
    expect(found.samples).toEqual([before[0], before[2]]);
    expect(found.results.map(record => record['categories'])).toEqual([[pastry, coffee, gift], [gift]]);
    expect(await records()).toEqual(before);
    await edit({ op: 'add', items: [gift], within: 'site' });
    expect((await records()).map(({ version }) => version)).toEqual([2, 1, 2]);
    expect([one, two].every(id => id > 0)).toBe(true);
  });

  it('[X363] an edit that is invalid for every record is refused before anything is written', async () => {
    const { edit, send, ids, records, coffee, gift } = await begin();
    const before = await records();
    const wrong: [object, Record<string, string[]>][] = [
      [{ op: 'add', items: [coffee], within: 'site' }, { categories: [expect.stringContaining('с другой платформы')] }],
      [{ op: 'add', items: [999_999] }, { categories: ['Такой записи нет'] }],
      [{ op: 'move', from: [gift], to: [999_999] }, { categories: ['Такой записи нет'] }],
      [{ op: 'add', items: ['x'] }, { 'data.categories.edits.0.items.0': ['Нужно число'] }],
      [{ op: 'shuffle', items: [gift] }, { 'data.categories.edits.0.op': [expect.anything()] }],
    ];
    for (const [given, errors] of wrong) expect(await edit(given)).toMatchObject({ status: 400, errors });
    expect(await edit()).toMatchObject({
      status: 400,
      errors: { 'data.categories.edits': ['Выберите, что изменить'] },
    });
    const named = await send('PUT', '/products', { ids, data: { name: { edits: [{ op: 'add', items: ['x'] }] } } });
    expect(named.status).toBe(400);
    const single = await send('PUT', `/products/${ids[0]}`, { categories: { edits: [{ op: 'add', items: [gift] }] } });
    expect(single.status).toBe(400);
    expect(await records()).toEqual(before);
  });

  it('[X364] links, own prices, permissions and attributes are edited in the same way', async () => {
    const { send, ids, records } = await begin();
    const make = async (path: string, body: object) => recordIn(await send('POST', path, body)).id;
    const [model, other] = [await make('/models', { name: 'Латте' }), await make('/models', { name: 'Раф' })];
    const [milk, nuts] = [
      await make('/reference/brand/value', { name: 'Молоко' }),
      await make('/reference/brand/value', { name: 'Орехи' }),
    ];
    await send('POST', '/attribute', {
      name: 'Аллергены',
      code: 'has',
      kind: 'references',
      reference: 'brand',
      applies_to: 'products',
    });
    const projects = (await send('GET', '/project?sort=id')).result as { items: { id: number }[] };
    const [site = 0, cafe = 0] = projects.items.map(({ id }) => id);
    const price = (project_id: number, amount: number) => ({ project_id, amount, currency: 'RUB' });
    await send('PUT', `/products/${ids[0]}`, {
      model_ids: [model],
      prices: [price(site, 10), price(cafe, 20)],
      attributes: { has: [milk] },
    });
    const edits = (...all: object[]) => ({ edits: all });
    const { result } = await send('PUT', '/products', {
      ids,
      data: {
        model_ids: edits({ op: 'add', items: [other] }),
        prices: edits({ op: 'add', items: [price(site, 15)] }),
        attributes: { has: edits({ op: 'add', items: [nuts] }) },
      },
    });
    expect(result).toEqual({ ids, failed: [] });
    const [first, second] = await records();
    expect(first).toMatchObject({
      model_ids: [model, other],
      prices: [price(site, 15), price(cafe, 20)],
      attributes: { has: [milk, nuts] },
    });
    expect(second).toMatchObject({ model_ids: [other], prices: [price(site, 15)], attributes: { has: [nuts] } });
    await send('PUT', '/products', {
      ids,
      data: {
        model_ids: edits({ op: 'move', from: [model], to: [other] }),
        prices: edits({ op: 'remove', items: [site] }),
        attributes: { has: edits({ op: 'remove', items: [nuts] }) },
      },
    });
    const after = await records();
    expect(after[0]).toMatchObject({ model_ids: [other], prices: [price(cafe, 20)], attributes: { has: [milk] } });
    expect(after[1]).toMatchObject({ model_ids: [other], prices: [], attributes: {} });
    const strange = await send('PUT', '/products', {
      ids,
      data: { attributes: { has: edits({ op: 'add', items: ['x'] }) } },
    });
    expect(strange).toMatchObject({ status: 400, errors: { 'attributes.has': ['Нужно число'] } });
  });

  it('[X364] a record that cannot lose its last item fails alone', async () => {
    const { send, ids, records } = await begin();
    const milk = recordIn(await send('POST', '/reference/brand/value', { name: 'Молоко' })).id;
    const nuts = recordIn(await send('POST', '/reference/brand/value', { name: 'Орехи' })).id;
    const attribute = { name: 'Аллергены', code: 'has', kind: 'references', reference: 'brand' };
    const { id, version } = recordIn(await send('POST', '/attribute', { ...attribute, applies_to: 'products' }));
    await send('PUT', `/products/${ids[0]}`, { attributes: { has: [milk] } });
    await send('PUT', `/products/${ids[1]}`, { attributes: { has: [milk, nuts] } });
    await send('PUT', `/attribute/${id}`, { required: true, version });
    const data = { attributes: { has: { edits: [{ op: 'remove', items: [milk] }] } } };
    const { result } = await send('PUT', '/products', { ids, data });
    expect(result).toMatchObject({
      ids: [ids[1], ids[2]],
      failed: [{ id: ids[0], reason: 'invalid', errors: { 'attributes.has': [expect.anything()] } }],
    });
    expect((await records()).map(record => record['attributes'])).toEqual([{ has: [milk] }, { has: [nuts] }, {}]);
  });

  it('[X364] [A3] permissions are added to roles without removing any, and only those that the caller holds', async () => {
    const send = await server().as('admin');
    const make = async (slug: string, ...slugs: string[]) =>
      recordIn(await send('POST', '/roles', { name: slug, slug, permissions: slugs.map(one => ({ slug: one })) })).id;
    const ids = [await make('one', 'products.show-list'), await make('two')];
    const data = { permissions: { edits: [{ op: 'add', items: [{ slug: 'models.show-list' }] }] } };
    await letRole(server(), 'accountant', 'roles.manage', 'products.show-list');
    const refused = await (await server().as('accountant'))('PUT', '/roles', { ids, data });
    expect(JSON.stringify(refused)).not.toContain(`"ids":[${ids.join(',')}]`);
    const held = async () =>
      Promise.all(
        ids.map(async id =>
          (recordIn(await send('GET', `/roles/${id}`))['permissions'] as { slug: string }[]).map(({ slug }) => slug),
        ),
      );
    expect(await held()).toEqual([['products.show-list'], []]);
    expect((await send('PUT', '/roles', { ids, data })).result).toEqual({ ids, failed: [] });
    expect(await held()).toEqual([['models.show-list', 'products.show-list'], ['models.show-list']]);
  });

  it('[X364] every field whose value is a list takes edits in a bulk edit', () => {
    for (const resource of declaredResources) {
      const { fields, bulk } = getCollection(resource);
      for (const [name, field] of Object.entries(fields)) {
        if (field.readOnly || !Array.isArray(getKindTraits(field).initial(field))) continue;
        const { multiValue } = getKindTraits(field);
        expect([resource, name, multiValue?.offers[0]]).toEqual([resource, name, 'add']);
        expect(bulk.safeParse({ [name]: { edits: [{ op: 'add', items: [] }] } }).success).toBe(true);
      }
    }
  });

  it('[X360] [X51] edits see the record as it is, and skip one with a newer version than was seen', async () => {
    const { send, ids, one, two, three, categories, pastry, gift, coffee, bread } = await begin();
    await send('PUT', `/products/${one}`, { categories: [pastry, bread, coffee] });
    const data = { categories: { edits: [{ op: 'add', items: [gift], within: 'site' }] } };
    const versions = { [one]: 1, [two]: 1, [three]: 1 };
    expect((await send('PUT', '/products', { ids, data, versions })).result).toMatchObject({
      ids: [two, three],
      failed: [{ id: one, reason: 'conflict' }],
    });
    await send('PUT', '/products', { ids, data });
    expect(await categories()).toEqual([[pastry, gift, bread, coffee], [gift, coffee], [gift]]);
  });

  it('[X360] an edit is recorded in the draft of its author and announced, only for the records it changes', async () => {
    const { send, ids, gift, one, three } = await begin();
    const manager = await server().as('content_manager');
    server().messages.length = 0;
    await manager('PUT', '/products', { ids, data: { categories: { edits: [{ op: 'add', items: [gift] }] } } });
    const announced = server().messages.flatMap(message =>
      'event' in message && message.event === 'RECORDS_CHANGE' && message.payload.resource === 'nomenclature'
        ? (message.payload.ids ?? [])
        : [],
    );
    expect(announced.toSorted()).toEqual([one, three]);
    const drafts = async (id: number) => {
      const { result } = await send('GET', `/drafts/changes?entity=nomenclature&record_id=${id}`);
      return (result as { total: number }).total;
    };
    expect(await Promise.all(ids.map(drafts))).toEqual([2, 1, 2]);
  });
});
