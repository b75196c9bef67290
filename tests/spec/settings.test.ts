import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Access, isAllowed } from '#contract/permissions.ts';
import { records } from '#contract/records.ts';
import { getReference, referenceNames } from '#contract/references.ts';
import { type RoleSlug, roleSlugs, roles } from '#contract/roles.ts';
import { excludeDeclared } from '#server/demo/settings.ts';
import { ensureReferences } from '#server/routes/referenceLists.ts';
import { addedReference } from '#tests/support/attributes.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

const VALUES = `/reference/${addedReference.code}/value`;

describeOnBoth('§2, §7 Settings', server => {
  const make = async (path: string, ...bodies: object[]) => {
    const send = await server().as('admin');
    const made = [];
    for (const body of bodies) made.push(recordIn(await send('POST', path, body)));
    return made;
  };
  const languages = () => make('/language', { name: 'Русский', code: 'ru' }, { name: 'English', code: 'en' });

  it('[C11] [X60] a content manager gets an array of the active languages', async () => {
    await languages();
    await make('/language', { name: 'Татарча', code: 'tt', archived: true });
    const send = await server().as('content_manager');
    expect((await send('GET', '/language')).result).toMatchObject([{ code: 'ru' }, { code: 'en' }]);
    expect((await send('GET', '/language?search=eng')).result).toMatchObject([{ code: 'en' }]);
    expect((await send('GET', '/language?page=1')).result).toMatchObject({ total: 3, page: 1 });
    expect((await send('GET', '/language?per_page=2')).result).toMatchObject({ total: 3, per_page: 2 });
    expect(await send('GET', '/language?nonsense=1')).toMatchObject({ status: 400 });
  });

  it('[E14] [X61] the first language is current: a new one is last, and a moved one can become first', async () => {
    const [, english] = await languages();
    const send = await server().as('admin');
    await send('PUT', `/language/${english?.id}`, { order: 0 });
    expect((await send('GET', '/language')).result).toMatchObject([{ code: 'en' }, { code: 'ru' }]);
  });

  it('[X62] a code must be valid in queries and unique', async () => {
    const send = await server().as('admin');
    const refusal = async (code: unknown) =>
      (await send('POST', '/project', { name: 'Сайт', platform: 'site', code })).errors?.['code'];
    expect(await refusal('site_2-b')).toBeUndefined();
    expect(await refusal('site_2-b')).toEqual(['Такое значение уже есть']);
    const letters = 'Код — латинские строчные буквы, цифры, «-» и «_», первой стоит буква';
    for (const code of ['Сайт', 'Site', '2site', 'si te', 'si.te', '-site'])
      expect(await refusal(code)).toEqual([letters]);
    expect(await refusal('price_from')).toEqual([expect.stringContaining('не может оканчиваться')]);
  });

  it('[X63] an attribute names a reference exactly if its kind needs one', async () => {
    const send = await server().as('admin');
    const make = (body: object) => send('POST', '/attribute', { name: 'Марка', code: 'mark', ...body });
    const missing = { status: 400, errors: { reference: ['Заполните поле'] } };
    expect(await make({ kind: 'references' })).toMatchObject(missing);
    expect(await make({ kind: 'reference', reference: 'nothing' })).toMatchObject({
      errors: { reference: ['Такой записи нет'] },
    });
    const { id } = recordIn(await make({ kind: 'number', unit: 'г' }));
    expect(await send('PUT', `/attribute/${id}`, { kind: 'reference' })).toMatchObject(missing);
    expect((await send('GET', `/attribute/${id}`)).result).toMatchObject({ kind: 'number', version: 1 });
    expect(await send('PUT', `/attribute/${id}`, { kind: 'reference', reference: 'brand' })).toMatchObject({
      status: 200,
    });
  });

  it('[X64] a declared reference can only be archived', async () => {
    const send = await server().as('admin');
    const [brand] = itemsIn(await send('GET', '/reference?search=brand'));
    const path = `/reference/${brand?.id}`;
    expect(brand).toMatchObject({ code: 'brand', name: 'Бренды', declared: true });
    const refused = { status: 409, message: expect.stringContaining('системный справочник') };
    expect(await send('PUT', path, { name: 'Марки' })).toMatchObject(refused);
    expect(await send('DELETE', path)).toMatchObject(refused);
    expect(await send('PUT', path, { archived: true })).toMatchObject({ status: 200 });
  });

  it('[X64] [X15] deleting or renaming several references returns a result for each', async () => {
    const send = await server().as('admin');
    const [brand] = itemsIn(await send('GET', '/reference?search=brand'));
    const [free] = await make('/reference', addedReference);
    const ids = [brand?.id, free?.id];
    const spared = { id: brand?.id, reason: 'inUse', message: expect.stringContaining('системный справочник') };
    const verdict = { ids: [free?.id], failed: [spared] };
    expect((await send('PUT', '/reference', { ids, data: { name: 'Тестовые земли' } })).result).toEqual(verdict);
    expect((await send('PUT', '/reference', { ids, data: { archived: true } })).result).toMatchObject({ ids });
    expect((await send('DELETE', '/reference', { ids })).result).toEqual(verdict);
    expect((await send('DELETE', '/reference', { ids: [brand?.id] })).result).toEqual({ ids: [], failed: [spared] });
  });

  it('[X64] an added reference lists and announces its values like any other', async () => {
    const send = await server().as('admin');
    expect(await send('GET', VALUES)).toMatchObject({ status: 404 });
    await make('/reference', addedReference);
    const [armenia] = await make(VALUES, { name: 'Армения' }, { name: 'Грузия' });
    expect((await send('GET', `${VALUES}?page=1`)).result).toMatchObject({ total: 2 });
    expect((await send('GET', `${VALUES}/list?search=груз`)).result).toMatchObject([{ name: 'Грузия' }]);
    expect(server().messages).toContainEqual({
      channel: 'references',
      event: 'REFERENCES_CHANGE_EVENT',
      payload: { message: { code_reference: addedReference.code } },
    });
    expect(await send('PUT', `${VALUES}/${armenia?.id}`, { symbol: 'AM' })).toMatchObject({
      status: 400,
    });
    expect(await send('GET', `/reference/brand/value/${armenia?.id}`)).toMatchObject({ status: 404 });
  });

  it('[X64] a renamed reference keeps its values, and one with values cannot be deleted', async () => {
    const [added] = await make('/reference', addedReference);
    await make(VALUES, { name: 'Армения' });
    const send = await server().as('admin');
    await send('PUT', `/reference/${added?.id}`, { code: 'test_land' });
    expect((await send('GET', '/reference/test_land/value?page=1')).result).toMatchObject({ total: 1 });
    expect(await send('DELETE', `/reference/${added?.id}`)).toMatchObject({ status: 409 });
  });

  it('[X64] an added reference becomes a declared one when the code declares it, and an ordinary one again afterwards', async () => {
    const { db } = server();
    await make('/reference', addedReference);
    await db.execute(sql`update reference_lists set declared = true where code = ${addedReference.code}`);
    await db.execute(`update reference_lists set declared = false where code = 'unit'`);
    await ensureReferences(db);
    const all = itemsIn(await (await server().as('admin'))('GET', '/reference?page=1'));
    expect(Object.fromEntries(all.map(({ code, declared }) => [code, declared]))).toEqual({
      ...Object.fromEntries(referenceNames.map(name => [name, true])),
      [addedReference.code]: false,
    });
  });

  it('[D330] the start logs both names once, and the values stay', async () => {
    const { db } = server();
    await make('/reference', addedReference);
    await make('/reference', { name: 'тестовые урожаи', code: 'test_time' });
    await (await server().as('admin'))('POST', VALUES, { name: 'Россия' });
    const declared = referenceNames.map(code => ({ code, name: getReference(code).ru[1] }));
    const { code } = addedReference;
    const more = [...declared, { code, name: 'Все полки' }, { code: 'test_harvest', name: 'Тестовые урожаи' }];
    const told = await ensureReferences(db, more);
    expect(told).toEqual([
      expect.stringMatching(/^Справочник «Тестовые полки» \(test_shelf\) уже завели .*«Все полки» с тем же кодом.*$/),
      expect.stringMatching(/^Справочник «Тестовые урожаи» \(test_harvest\) .*«тестовые урожаи» \(test_time\).*$/),
    ]);
    expect(await ensureReferences(db, more)).toEqual([]);
    const values = await (await server().as('admin'))('GET', `${VALUES}?page=1`);
    expect(itemsIn(values)).toEqual([expect.objectContaining({ name: 'Россия' })]);
    expect(await ensureReferences(db)).toEqual([]);
  });
});

describe('Demonstration data beside declared references', () => {
  it('[D330] demonstration data omits a declared reference and the attributes that refer to it', () => {
    const whole = excludeDeclared(() => false);
    const [declared, ...others] = whole.references;
    const { references, attributes } = excludeDeclared(code => code === declared?.code);
    expect(references).toEqual(others);
    expect(whole.attributes.map(({ reference }) => reference)).toContain(declared?.code);
    expect(attributes).toEqual(whole.attributes.filter(({ reference }) => reference !== declared?.code));
    expect(excludeDeclared(() => true).references).toEqual([]);
  });
});

describe('§6 Who reads the settings', () => {
  const isOpen = (access: Access, role: RoleSlug) => isAllowed(access, new Set(roles[role]));

  it.each([
    ['settings/language', 'photographer', true],
    ['settings/language', 'accountant', true],
    ['settings/project', 'accountant', true],
    ['settings/project', 'photographer', false],
    ['settings/attribute', '1c_client', true],
    ['settings/attribute', 'manager_matrix', false],
    ['settings/language', 'admin_matrix', false],
  ] as const)('[X65] the list of %s is open to %s: %s', (resource, role, expected) => {
    const { access } = records[resource];
    expect(isOpen(access.list, role)).toBe(expected);
    expect(isOpen(access.update, role)).toBe(false);
  });

  it('[X65] users who may see products or models can read the languages', () => {
    for (const role of roleSlugs) {
      const seesGoods = roles[role].some(slug => /^(product|model)s?\./.test(slug));
      expect([role, isOpen(records['settings/language'].access.list, role)]).toEqual([role, seesGoods]);
    }
  });
});
