import { expect, it } from 'vitest';
import { importProfiles, referenceValues } from '#server/db/schema.ts';
import { letRole } from '#tests/support/permissions.ts';
import { PREPARED, preparedCalls } from '#tests/support/preparing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('§2 Values that a field does not know', server => {
  const { begin, keep, counted, rowsOf, change, start } = preparedCalls(server);

  it('[I845] are counted over all rows, the most frequent first, and replaced in all of them', async () => {
    const send = await begin();
    const rows = Array.from({ length: 1500 }, (_, at) => [
      `V-${at}`,
      `Товар ${at}`,
      at % 3 === 0 ? 'Rostok' : at === 1400 ? 'РостОк ООО' : 'Росток',
      at === 7 ? 'может быть' : 'да',
    ]);
    const { id } = await keep(send, csvOf([['Артикул', 'Название', 'Бренд', 'Весовой'], ...rows]));
    const look = await counted(send, id);
    expect(look.unknown_values).toMatchObject([
      { field: 'brand_id', label: 'Бренд', count: 2 },
      { label: 'Весовой', count: 1 },
    ]);
    const values = async (query: string) => (await send('GET', `${PREPARED}/${id}/values?${query}`)).result;
    expect(await values('field=brand_id')).toEqual({
      total: 2,
      items: [
        { text: 'Rostok', rows: 500, can_be_new: true },
        { text: 'РостОк ООО', rows: 1, can_be_new: true },
      ],
    });
    expect(await values('field=brand_id&offset=1&limit=1')).toMatchObject({ items: [{ text: 'РостОк ООО' }] });
    await change(send, id, {
      alike: [
        { field: 'brand_id', was: 'Rostok', value: 1 },
        { field: 'brand_id', was: 'РостОк ООО', text: null },
      ],
    });
    const after = await counted(send, id);
    expect(after.unknown_values).toMatchObject([{ label: 'Весовой', count: 1 }]);
    expect(after.counts).toMatchObject({ new: 1499, faulty: 1 });
    expect(await values('field=brand_id')).toEqual({ total: 0, items: [] });
    expect((await (await server().as('admin'))('GET', `${PREPARED}/${id}/values?field=brand_id`)).status).toBe(404);
  });

  const brands = csvOf([
    ['Артикул', 'Название', 'Бренд', 'Единица измерения'],
    ['V-1', 'Квас', 'Север', 'бадья'],
    ['V-2', 'Морс', 'СЕВЕР', 'бадья'],
    ['V-3', 'Тан', 'Юг', 'бадья'],
    ['V-4', 'Сок', 'Запад', '10300'],
  ]);
  const brandNames = async () =>
    (await server().db.select().from(referenceValues)).flatMap(({ reference, name }) =>
      reference === 'brand' ? [name] : [],
    );

  it('[I942] become new values one by one, as the import creates them, while the rest stays as it is', async () => {
    await begin();
    const send = await server().as('admin');
    const { id } = await keep(send, brands);
    await change(send, id, {
      alike: [
        { field: 'brand_id', was: 'Север', text: 'Север', is_new: true },
        { field: 'brand_id', was: 'Юг', text: null },
        { field: 'unit_id', was: 'бадья', text: 'бадья', is_new: true },
      ],
    });
    const look = await counted(send, id);
    expect(look.new_values).toEqual([
      { reference: 'Бренды', count: 1, names: ['Север'] },
      { reference: 'Единицы измерения', count: 1, names: ['бадья'] },
    ]);
    expect(look.counts).toMatchObject({ new: 3, faulty: 1 });
    expect(look.unknown_values).toMatchObject([
      { field: 'brand_id', count: 1, can_be_new: 1 },
      { field: 'unit_id', count: 1, can_be_new: 0 },
    ]);
    expect(await brandNames()).toEqual(['Росток']);
    const listed = (await send('GET', `${PREPARED}/${id}/corrections`)).result;
    expect(listed).toMatchObject({
      items: [{ was: 'Север', is_new: true }, { was: 'Юг', text: null }, { was: 'бадья' }],
    });
    expect((await start(send, id)).counts).toMatchObject({ new: 3, faulty: 1 });
    expect(await brandNames()).toEqual(['Росток', 'Север']);
  });

  it('[I942] become new values only by who may create them, and only words that can be one', async () => {
    await begin();
    await letRole(server(), 'photographer', 'product-list.import-file');
    const manager = await server().as('photographer');
    const { id } = await keep(manager, brands);
    const asNew = (field: string, text: string) => ({ alike: [{ field, was: text, text, is_new: true }] });
    expect((await manager('PUT', `${PREPARED}/${id}`, asNew('brand_id', 'Север'))).status).toBe(403);
    const admin = await server().as('admin');
    const { id: own } = await keep(admin, brands);
    for (const [field, text] of [
      ['unit_id', '10300'],
      ['name', 'Квас'],
    ] as const)
      expect((await admin('PUT', `${PREPARED}/${own}`, asNew(field, text))).status).toBe(400);
  });

  it('[I942] are not learned by the profile, since they are known from then on', async () => {
    await begin();
    const send = await server().as('admin');
    const { id } = await keep(send, brands);
    await change(send, id, {
      alike: [
        { field: 'brand_id', was: 'Север', text: 'Север', is_new: true },
        { field: 'brand_id', was: 'Юг', text: null },
      ],
    });
    expect((await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' })).status).toBe(200);
    const [profile] = await server().db.select().from(importProfiles);
    expect(profile?.mapping.columns.find(({ field }) => field === 'brand_id')?.values).toEqual({ Юг: null });
  });

  const manyBrands = (count: number) =>
    csvOf([
      ['Артикул', 'Название', 'Бренд', 'Единица измерения'],
      ...Array.from({ length: count }, (_, at) => [
        `V-${at}`,
        `Товар ${at}`,
        `Бренд ${at}`,
        at < 2 ? 'бадья' : '10300',
      ]),
    ]);

  it('[I951] of a field are all decided about at once, however many are listed, before the table is read again', async () => {
    await begin();
    const send = await server().as('admin');
    const { id } = await keep(send, manyBrands(1200));
    expect((await counted(send, id)).unknown_values).toMatchObject([
      { field: 'brand_id', count: 1200, can_be_new: 1200 },
      { field: 'unit_id', count: 2, can_be_new: 1 },
    ]);
    await change(send, id, { alike: [{ field: 'brand_id', was: 'Бренд 7', value: 1 }] });
    const changed = await change(send, id, {
      undecided: [
        { field: 'brand_id', becomes: 'empty' },
        { field: 'unit_id', becomes: 'new' },
      ],
    });
    expect(changed.unknown_values).toMatchObject([{ field: 'unit_id', count: 1, can_be_new: 0 }]);
    expect(changed.corrections_count).toBe(1201);
    const after = await counted(send, id);
    expect(after.counts).toMatchObject({ new: 2, faulty: 1198 });
    expect(after.new_values).toMatchObject([{ reference: 'Единицы измерения', names: ['бадья'] }]);
    const listed = (await send('GET', `${PREPARED}/${id}/corrections?limit=1`)).result;
    expect(listed).toMatchObject({ items: [{ was: 'Бренд 7', text: 'Росток' }] });
  });

  it('[I951] become at most 1,000 new values, and only by who may create them', async () => {
    await begin();
    await letRole(server(), 'photographer', 'product-list.import-file');
    const undecided = { undecided: [{ field: 'brand_id', becomes: 'new' }] };
    const send = await server().as('admin');
    const { id } = await keep(send, manyBrands(1001));
    const refused = await send('PUT', `${PREPARED}/${id}`, undecided);
    expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(/больше 1.?000 значений/) });
    expect((await counted(send, id)).corrections_count).toBe(0);
    const other = await server().as('photographer');
    const { id: own } = await keep(other, brands);
    expect((await other('PUT', `${PREPARED}/${own}`, undecided)).status).toBe(403);
  });

  const foreign = csvOf([
    ['Артикул', 'Название', 'Бренд'],
    ['V-1', 'Квас', 'Rostok Ltd.'],
    ['V-2', 'Морс', 'ROSTOK LTD'],
    ['V-3', 'Тан', 'без бренда'],
  ]);

  it('[I945] that were mapped to a value are its synonyms from the import on, for whoever sends a table next', async () => {
    await begin();
    const send = await server().as('admin');
    const { id } = await keep(send, foreign);
    const keepsSynonym = { field: 'brand_id', value: 1, is_synonym: true };
    await change(send, id, {
      alike: [
        { ...keepsSynonym, was: 'Rostok Ltd.' },
        { ...keepsSynonym, was: 'ROSTOK LTD' },
        { field: 'brand_id', was: 'без бренда', value: 1 },
      ],
    });
    expect((await counted(send, id)).counts).toMatchObject({ new: 3 });
    const brand = async () => (await send('GET', '/reference/brand/value/1')).result;
    expect(await brand()).toMatchObject({ synonyms: null });
    await start(send, id);
    expect(await brand()).toMatchObject({ synonyms: 'Rostok Ltd.', version: 2 });

    const other = await server().as('content_manager');
    const { id: next } = await keep(other, foreign.replaceAll('V-', 'W-'));
    expect(await counted(other, next)).toMatchObject({
      counts: { new: 2, faulty: 1 },
      unknown_values: [{ field: 'brand_id', count: 1 }],
    });
  });

  it('[I952] that are corrected in the grid are kept likewise, unless they are numbers that name no value', async () => {
    await begin();
    const send = await server().as('admin');
    await send('POST', '/reference/unit/value', { name: 'бадья' });
    const table = csvOf([
      ['Артикул', 'Название', 'Бренд', 'Единица измерения'],
      ['V-1', 'Квас', 'Rostok Ltd.', '10300'],
      ['V-2', 'Морс', 'Rostok Ltd.', '10300'],
    ]);
    const { id } = await keep(send, table);
    await counted(send, id);
    const faulty = (await rowsOf(send, id)).items[0];
    expect(faulty?.cells.map(({ alike }) => alike)).toEqual([undefined, undefined, 2, 2]);
    const keepsSynonym = { is_synonym: true };
    await change(send, id, {
      alike: [
        { field: 'brand_id', was: faulty?.cells[2]?.text ?? '', value: 1, ...keepsSynonym },
        { field: 'unit_id', was: '10300', text: 'бадья', ...keepsSynonym },
      ],
    });
    await start(send, id);
    const values = async (reference: string) => (await send('GET', `/reference/${reference}/value`)).result;
    expect(await values('brand')).toMatchObject({ items: [{ name: 'Росток', synonyms: 'Rostok Ltd.' }] });
    expect(await values('unit')).toMatchObject({ items: [{ name: 'бадья', synonyms: null }] });
  });

  it('[I945] a name goes before a synonym, and a synonym of two values is none of them', async () => {
    await begin();
    const send = await server().as('admin');
    for (const [name, synonyms] of [
      ['Север', 'Росток; Норд'],
      ['Юг', 'Норд'],
    ])
      await send('POST', '/reference/brand/value', { name, synonyms });
    const { id } = await keep(
      send,
      csvOf([
        ['Артикул', 'Название', 'Бренд'],
        ['V-1', 'Квас', 'росток'],
        ['V-2', 'Морс', 'Норд'],
      ]),
    );
    await counted(send, id);
    const [first, second] = (await rowsOf(send, id)).items;
    expect(first).toMatchObject({ outcome: 'new', cells: [{}, {}, { text: 'Росток' }] });
    expect(second?.cells[2]?.fault).toMatch(/нескольк/);
  });

  it('[I945] are kept only by who may administer references', async () => {
    await begin();
    await letRole(server(), 'photographer', 'product-list.import-file');
    const send = await server().as('photographer');
    const { id } = await keep(send, foreign);
    await change(send, id, { alike: [{ field: 'brand_id', was: 'Rostok Ltd.', value: 1, is_synonym: true }] });
    await start(send, id);
    const admin = await server().as('admin');
    expect((await admin('GET', '/reference/brand/value/1')).result).toMatchObject({ synonyms: null });
  });
});
