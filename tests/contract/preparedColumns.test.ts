import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { toMapping } from '#contract/importMapping.ts';
import { API_BASE } from '#contract/limits.ts';
import type { ImportProfile } from '#contract/preparing.ts';
import { products } from '#server/db/schema.ts';
import { runInUserTurn } from '#server/imports/turns.ts';
import { formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { PREPARED, preparedCalls, type Send } from '#tests/support/preparing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('§7 The columns of an upload', server => {
  const { begin, keep, counted, rowsOf, change, start } = preparedCalls(server);

  const supplier = csvOf([
    ['Прайс-лист ООО «Ромашка»', '', ''],
    ['Икс', 'Игрек', 'Бренд'],
    ['P-7', 'Сок', 'Росток ООО'],
    ['P-8', 'Лимонад', 'Росток ООО'],
  ]);
  const mapped = async (send: Send, id: number) => {
    const { proposal } = await change(send, id, { layout: { sheet: null, header: { row: 2, rows: 1 } } });
    if (!proposal) throw new Error('nothing was proposed');
    const fields = ['sku', 'name', 'brand_id'];
    const mapping = toMapping(proposal);
    const columns = mapping.columns.map((rule, at) => ({ ...rule, field: fields[at] ?? null }));
    const status = { field: 'status', sources: [], constant: 'активен', conversions: [], values: {} };
    return change(send, id, { mapping: { ...mapping, columns: [...columns, status] } });
  };

  it('[I748] the row of the headings, the fields of columns and constants are chosen by hand, and kept', async () => {
    const send = await begin();
    const kept = await keep(send, supplier);
    expect(kept).toMatchObject({ refusal: expect.any(String), proposal: { toChoose: expect.any(String) } });
    expect(kept.fields).toContainEqual({ name: 'sku', label: 'Артикул', kind: 'text', unit: null });
    const seen = await mapped(send, kept.id);
    expect(seen.refusal).toBeNull();
    expect(seen.proposal?.columns[1]).toMatchObject({ samples: ['Сок', 'Лимонад'] });
    expect((await counted(send, kept.id)).counts).toMatchObject({ new: 0, faulty: 2 });
    await change(send, kept.id, { alike: [{ field: 'brand_id', was: 'Росток ООО', text: 'Росток' }] });
    expect((await counted(send, kept.id)).counts).toMatchObject({ new: 2, faulty: 0 });
    const first = (await rowsOf(send, kept.id)).items[0];
    expect(first).toMatchObject({ row: 3, cells: [{ text: 'P-7' }, { text: 'Сок' }, { text: 'Росток' }, {}] });
    expect((await start(send, kept.id)).counts).toMatchObject({ new: 2 });
    const written = await server().db.select({ sku: products.sku, status: products.status }).from(products);
    expect(written).toContainEqual({ sku: 'P-7', status: 'active' });
  });

  it('[I749] the columns of a sender are remembered for all, and the next table is read by them', async () => {
    const send = await begin();
    const first = await keep(send, supplier);
    await mapped(send, first.id);
    await change(send, first.id, { alike: [{ field: 'brand_id', was: 'Росток ООО', text: 'Росток' }] });
    const { result } = await send('POST', `${PREPARED}/${first.id}/profile`, { name: 'Ромашка' });
    expect(result).toMatchObject({ profile: { name: 'Ромашка' } });

    const other = await server().as('admin');
    const next = await keep(other, supplier.replace('P-8', 'P-9'));
    expect(next).toMatchObject({ refusal: null, profile: { name: 'Ромашка' } });
    expect((await counted(other, next.id)).counts).toMatchObject({ new: 2, faulty: 0 });
    expect((await runFile(server(), supplier)).counts).toMatchObject({ new: 2 });

    const PROFILES = `${IMPORT}/profiles`;
    const [profile] = (await other('GET', PROFILES)).result as ImportProfile[];
    expect(profile).toMatchObject({ name: 'Ромашка', updated_by: 'Анна Берёзкина' });
    const exported = await server().app.request(`${API_BASE}${PROFILES}/${profile?.id}/export`, {
      headers: { Authorization: `Bearer ${(await server().signIn('admin')).access}` },
    });
    const copy = (await exported.json()) as object;
    expect(copy).toEqual({ name: 'Ромашка', mapping: profile?.mapping });
    expect((await other('POST', PROFILES, copy)).errors).toEqual({ name: [expect.any(String)] });
    expect((await other('POST', PROFILES, { ...copy, name: 'Василёк' })).status).toBe(200);
    expect((await other('PUT', `${PROFILES}/${profile?.id}`, { name: 'Ромашка и К' })).result).toMatchObject({
      name: 'Ромашка и К',
    });
    expect((await other('DELETE', `${PROFILES}/${profile?.id}`)).status).toBe(200);
    expect((await other('GET', PROFILES)).result).toMatchObject([{ name: 'Василёк' }]);
    expect((await other('GET', `${PREPARED}/${next.id}`)).result).toMatchObject({ profile: null });
  });

  it('[I790] a profile reads only tables with the same headings, and none that has own numbers it does not know', async () => {
    const send = await begin();
    const remembered = async (file: string, name: string) => {
      const { id } = await keep(send, file);
      expect((await send('POST', `${PREPARED}/${id}/profile`, { name })).result).toMatchObject({ profile: { name } });
    };
    const profileOf = async (file: string) => (await keep(send, file)).profile;
    await remembered('Артикул;Название\nP-7;Сок', 'Ромашка');
    expect(await profileOf('Название;Артикул\nЛимонад;P-8')).toMatchObject({ name: 'Ромашка' });
    expect(await profileOf('Артикул;Название;Цена, RUB\nP-8;Лимонад;10')).toBeNull();
    expect(await profileOf('Артикул\nP-8')).toBeNull();

    const own = 'Номер в Витрине;Артикул;Название\n1-bcdf;P-8;Лимонад';
    const { id } = await keep(send, own);
    const { proposal } = await counted(send, id);
    if (!proposal) throw new Error('nothing was proposed');
    const { columns, ...rest } = toMapping(proposal);
    const withoutOwn = columns.map(rule => (rule.field === 'vitrina_number' ? { ...rule, field: null } : rule));
    await change(send, id, { mapping: { ...rest, columns: withoutOwn } });
    await send('POST', `${PREPARED}/${id}/profile`, { name: 'Василёк' });
    expect(await profileOf(own)).toBeNull();
  });

  it('[I791] corrections do not survive another header, nor rows left out another sheet, but other columns do not touch them', async () => {
    const send = await begin();
    const sheet = (name: string, ...rows: (string | number)[][]) => ({
      name,
      rows: [['Артикул', 'Название', 'Цена, RUB'], ...rows],
    });
    const first = sheet('Первый', ['P-1', 'Квас', 60], ['P-2', 'Морс', 90]);
    const second = sheet('Второй', ['P-2', 'Морс', 80], ['P-6', 'Ряженка', 70]);
    const book = await writeXlsx({ sheets: [first, second] });
    const { id } = await keep(send, book);
    await change(send, id, { cells: [{ row: 2, field: 'price', text: '1' }], leave_out: [3] });
    const { proposal } = await counted(send, id);
    if (!proposal) throw new Error('nothing was proposed');
    const mapping = toMapping(proposal);
    await change(send, id, { mapping: { ...mapping, changes: true } });
    expect(await counted(send, id)).toMatchObject({ corrections_count: 1, counts: { left_out: 1 } });
    const header = { row: 2, rows: 1 };
    await change(send, id, { layout: { sheet: null, header } });
    expect(await counted(send, id)).toMatchObject({ corrections_count: 0 });
    await change(send, id, { mapping, cells: [{ row: 2, field: 'price', text: '1' }] });
    expect(await counted(send, id)).toMatchObject({ corrections_count: 1, counts: { left_out: 1 } });
    await change(send, id, { layout: { sheet: 'Второй', header: mapping.header } });
    expect(await counted(send, id)).toMatchObject({ corrections_count: 0, counts: { changed: 2, left_out: 0 } });
  });

  it('[I970] long texts that differ only at their end are decided about one by one, learned and saved whole', async () => {
    const send = await begin();
    const brands = ['Север', 'Юг'].map(end => `${'Общество с ограниченной ответственностью '.repeat(3)}«${end}»`);
    const name = `Сок ${'яблочный '.repeat(20)}прямого отжима`;
    const file = csvOf([
      ['Артикул', 'Название', 'Бренд'],
      ['P-7', name, brands[0] ?? ''],
      ['P-8', 'Лимонад', brands[1] ?? ''],
    ]);
    const { id } = await keep(send, file);
    expect(await counted(send, id)).toMatchObject({ unknown_values: [{ field: 'brand_id', count: 2 }] });
    const { result } = await send('GET', `${PREPARED}/${id}/values?field=brand_id`);
    expect(result).toMatchObject({ items: brands.map(text => ({ text, rows: 1 })) });
    expect((await rowsOf(send, id)).items[0]?.cells).toMatchObject([{}, { text: name }, { text: brands[0], alike: 1 }]);
    await change(send, id, { alike: [{ field: 'brand_id', was: brands[0], text: 'Росток' }] });
    expect(await counted(send, id)).toMatchObject({ counts: { new: 1, faulty: 1 } });
    await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' });
    expect(await counted(send, (await keep(send, file)).id)).toMatchObject({
      profile: { name: 'Ромашка' },
      counts: { new: 1, faulty: 1 },
    });
  });

  it('[I792] what was learned before is learned anew where its meaning is corrected', async () => {
    const send = await begin();
    const file = 'Артикул;Название;Бренд\nP-7;Сок;Росток ООО';
    const learn = async (was: string, text: string) => {
      const { id } = await keep(send, file);
      await change(send, id, { alike: [{ field: 'brand_id', was, text }] });
      await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' });
    };
    await learn('Росток ООО', 'Росткок');
    await learn('Росткок', 'Росток');
    const { id } = await keep(send, file);
    expect((await counted(send, id)).counts).toMatchObject({ new: 1, faulty: 0 });
    const [profile] = (await (await server().as('admin'))('GET', `${IMPORT}/profiles`)).result as ImportProfile[];
    expect(profile?.mapping.columns[2]?.values).toEqual({ 'Росток ООО': 'Росток', Росткок: 'Росток' });
  });

  it('[I944] a correction of a converted column is learned behind its conversions, a computed number is not', async () => {
    const send = await begin();
    const file = csvOf([
      ['Артикул', 'Название', 'Бренд', 'Цена, RUB'],
      ['P-7', 'Сок', 'ТМ: Росток ООО', '1'],
      ['P-8', 'Лимонад', 'ТМ: Росток ООО', '2'],
      ['P-9', 'Вода', 'Росток', 'по запросу'],
    ]);
    const { id } = await keep(send, file);
    const { proposal } = await counted(send, id);
    if (!proposal) throw new Error('nothing was proposed');
    const mapping = toMapping(proposal);
    const conversions = {
      brand_id: [{ kind: 'part', separator: ': ', at: -1 }],
      price: [{ kind: 'multiply', by: 90 }],
    } as const;
    const columns = mapping.columns.map(rule => ({
      ...rule,
      conversions: conversions[rule.field as keyof typeof conversions] ?? [],
    }));
    await change(send, id, { mapping: { ...mapping, columns } });
    await change(send, id, {
      alike: [
        { field: 'brand_id', was: 'Росток ООО', value: 1 },
        { field: 'price', was: '90', value: 95 },
        { field: 'price', was: 'по запросу', text: null },
      ],
    });
    expect((await counted(send, id)).counts).toMatchObject({ new: 3, faulty: 0 });
    await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' });

    const next = await keep(send, file);
    expect(next.profile).toMatchObject({ name: 'Ромашка' });
    expect((await counted(send, next.id)).counts).toMatchObject({ new: 3, faulty: 0 });
    const prices = (await rowsOf(send, next.id)).items.map(({ cells }) => cells[3]?.text);
    expect(prices).toEqual(['90', '180', null]);
    const [profile] = (await (await server().as('admin'))('GET', `${IMPORT}/profiles`)).result as ImportProfile[];
    expect(profile?.mapping.columns.map(({ converted_values }) => converted_values)).toEqual([
      undefined,
      undefined,
      { 'Росток ООО': 'Росток' },
      { 'по запросу': null },
    ]);

    await change(send, next.id, { alike: [{ field: 'brand_id', was: 'Росток', text: null }] });
    await send('POST', `${PREPARED}/${next.id}/profile`, { name: 'Ромашка' });
    const versions = await send('GET', `${IMPORT}/profiles/${profile?.id}/versions`);
    expect(versions.result).toMatchObject([
      {
        changes: expect.arrayContaining([
          { part: 'value', column: 'Бренд', text: 'Росток ООО', before: 'Росток', after: '' },
        ]),
      },
      {},
    ]);
  });

  it('[I797] what only looks for headings waits for a thread like everything else that reads tables', async () => {
    const send = await begin();
    const { id } = await keep(send, 'Артикул;Название\nP-7;Сок');
    await counted(send, id);
    await send('POST', `${PREPARED}/${id}/profile`, { name: 'Ромашка' });
    await server().deps.backgroundTasks.whenSettled();
    let release = () => {};
    const released = new Promise<void>(resolve => {
      release = resolve;
    });
    const userId = (await server().signIn('content_manager')).user.id;
    const held = [runInUserTurn(userId, () => released), runInUserTurn(userId, () => released)];
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    const layout = { sheet: null, header: { row: 1, rows: 1 } };
    const own = [
      send('PUT', `${PREPARED}/${id}`, { layout }).then(note('own')),
      send('POST', PREPARED, formOf(['table', supplier])).then(note('own')),
    ];
    const other = await server().as('admin');
    await keep(other, supplier);
    await keep(other, supplier);
    note('other')();
    release();
    await Promise.all([...own, ...held]);
    expect(order).toEqual(['other', 'own', 'own']);
  });
});
