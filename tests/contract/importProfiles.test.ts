import { expect, it } from 'vitest';
import type { ImportMapping } from '#contract/importMapping.ts';
import type { ImportProfileDetails, ProfileVersion } from '#contract/importProfiles.ts';
import { type ImportProfile, preparedLimits } from '#contract/preparing.ts';
import { importProfileVersions } from '#server/db/schema.ts';
import { changeProfile } from '#server/imports/profiles/profiles.ts';
import { actAs } from '#tests/support/acting.ts';
import { defineAttributes } from '#tests/support/attributes.ts';
import { IMPORT } from '#tests/support/importing.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { preparedCalls, type Send } from '#tests/support/preparing.ts';
import { describeOnBoth } from '#tests/support/server.ts';

const PROFILES = `${IMPORT}/profiles`;

const column = (header: string, field: string | null, more: object = {}) => ({
  field,
  sources: [{ header, nth: 1 }],
  constant: null,
  conversions: [],
  values: {},
  ...more,
});
const status = { field: 'status', sources: [], constant: 'активен', conversions: [], values: {} };
const mapping: ImportMapping = {
  sheet: null,
  header: { row: 1, rows: 1 },
  columns: [column('Код', 'sku'), column('Марка', 'brand_id', { values: { 'Росток ООО': 'Росток' } }), status],
  sections: null,
  key: ['sku'],
  creates: true,
  changes: true,
  clears: false,
};

describeOnBoth('§7 A profile', server => {
  const { begin, keep, counted, start } = preparedCalls(server);
  const create = async (send: Send, body: object = {}): Promise<ImportProfile> => {
    const { status: code, result } = await send('POST', PROFILES, { name: 'Ромашка', mapping, ...body });
    expect(code).toBe(200);
    return result as ImportProfile;
  };
  const details = async (send: Send, id: number) =>
    (await send('GET', `${PROFILES}/${id}`)).result as ImportProfileDetails;
  const versions = async (send: Send, id: number) =>
    (await send('GET', `${PROFILES}/${id}/versions`)).result as ProfileVersion[];
  const change = async (send: Send, { id, version }: ImportProfile, body: object): Promise<ImportProfile> => {
    const { status: code, result } = await send('PUT', `${PROFILES}/${id}`, { version, ...body });
    expect(code).toBe(200);
    return result as ImportProfile;
  };
  const noChange = { column: null, text: null, before: null, after: null };

  it('[I850] is read with its fields, changed without a table, and the next table is read as changed', async () => {
    const send = await begin();
    const profile = await create(send);
    const seen = await details(send, profile.id);
    expect(seen).toMatchObject({ ...profile, unknown_fields: [], last_run: null });
    expect(seen.fields).toContainEqual({ name: 'sku', label: 'Артикул', kind: 'text', unit: null });
    const columns = [column('Код', 'sku'), column('Марка', 'name'), status];
    await change(send, profile, { mapping: { ...mapping, columns, creates: false } });
    const kept = await keep(send, 'Код;Марка\nP-1;Росток ООО\nP-9;Новый');
    expect(kept).toMatchObject({ profile: { id: profile.id }, refusal: null });
    expect((await counted(send, kept.id)).counts).toMatchObject({ new: 0, changed: 1, faulty: 1 });
    expect((await send('GET', `${PROFILES}/0`)).status).toBe(404);
    expect((await (await server().as('photographer'))('GET', `${PROFILES}/${profile.id}`)).status).toBe(403);
  });

  it('[I852] as large as corrections of an upload may make it is read back from its file', async () => {
    const send = await begin();
    const values = Object.fromEntries(
      Array.from({ length: preparedLimits.corrections }, (_, at) => [`${'Ё'.repeat(100)} ${at}`, 'Росток']),
    );
    const large = await create(send, {
      mapping: { ...mapping, columns: [column('Марка', 'brand_id', { values })] },
    });
    expect(Object.keys(large.mapping.columns[0]?.values ?? {})).toHaveLength(preparedLimits.corrections);
    const broken = await send('POST', PROFILES, { name: 'Василёк', mapping: { ...mapping, header: null } });
    expect(broken).toMatchObject({ status: 400, errors: { 'mapping.header': [expect.any(String)] } });
  });

  it('[I853] names fields that are not there, and shows and keeps those closed to the user', async () => {
    const admin = await server().as('admin');
    await letRole(server(), 'accountant', ...allBut('product.show-prices'));
    const plain = await server().as('accountant');
    const names = async (id: number) => (await details(plain, id)).fields.map(({ name }) => name);
    expect(await names((await create(admin)).id)).not.toContain('price');
    const columns = [column('Код', 'sku'), column('Цена', 'price'), column('Вкус', 'attributes.taste')];
    const rules = { columns, sections: { field: 'attributes.line' } };
    const { id } = await create(admin, { name: 'Василёк', mapping: { ...mapping, ...rules } });
    const unknown_fields = ['attributes.taste', 'attributes.line'];
    const seen = await details(plain, id);
    expect(seen).toMatchObject({ unknown_fields, mapping: rules });
    expect(await names(id)).toContain('price');
    await defineAttributes(server(), { code: 'taste', name: 'Вкус', kind: 'text' });
    const defined = await details(plain, id);
    expect(defined.unknown_fields).toEqual(['attributes.line']);
    expect(defined.fields).toContainEqual(expect.objectContaining({ name: 'attributes.taste', label: 'Вкус' }));
  });

  it('[I854] keeps every version with who saved it and what it changed', async () => {
    const send = await begin();
    const first = await create(send);
    const renamed = await change(send, first, { name: 'Ромашка и К' });
    const columns = [
      column('Код', 'barcode', { conversions: [{ kind: 'digits' }] }),
      column('Марка', 'brand_id', { values: { 'Росток ООО': null, росток: 'Росток' } }),
      column('Новый', 'name'),
    ];
    const rules = { key: ['barcode', 'sku'], changes: false, clears: true, sections: { field: 'description' } };
    const { send: acting, subject, actor } = await actAs(server(), { first_name: 'Вера', last_name: 'Ким' });
    await change(acting, renamed, { mapping: { ...mapping, ...rules, columns } });
    const listed = await versions(send, first.id);
    expect(listed.map(({ name, by, changes }) => [name, by?.name, changes?.length ?? null])).toEqual([
      ['Ромашка и К', 'Вера Ким', 10],
      ['Ромашка и К', 'Анна Берёзкина', 1],
      ['Ромашка', 'Анна Берёзкина', null],
    ]);
    expect(listed[0]?.by).toMatchObject({ id: subject.id, acted_by: { id: actor.id } });
    expect(listed.map(({ version }) => version).slice(1)).toEqual([renamed.version, first.version]);
    expect(listed[1]?.changes).toEqual([{ ...noChange, part: 'name', before: 'Ромашка', after: 'Ромашка и К' }]);
    expect(listed[0]?.changes).toEqual([
      { ...noChange, part: 'key', before: 'Артикул', after: 'Штрихкод, Артикул' },
      { ...noChange, part: 'purpose' },
      { ...noChange, part: 'empty' },
      { ...noChange, part: 'sections', after: 'Описание' },
      { ...noChange, part: 'field', column: 'Код', before: 'Артикул', after: 'Штрихкод' },
      { ...noChange, part: 'conversions', column: 'Код' },
      { ...noChange, part: 'value', column: 'Марка', text: 'Росток ООО', before: 'Росток', after: '' },
      { ...noChange, part: 'value', column: 'Марка', text: 'росток', after: 'Росток' },
      { ...noChange, part: 'added', column: 'Новый' },
      { ...noChange, part: 'constant', text: 'Статус', before: 'активен' },
    ]);
    // A change that changes nothing is no version.
    await change(send, first, { name: 'Ромашка и К', version: undefined });
    expect(await versions(send, first.id)).toEqual(listed);
    expect((await send('GET', `${PROFILES}/0/versions`)).status).toBe(404);
  });

  it('[I854] keeps a hundred earlier versions, and none when it is removed', async () => {
    const send = await begin();
    const { id } = await create(send);
    const other = await create(send, { name: 'Василёк' });
    const writer = { deps: server().deps, by: { id: 1, actorId: null } };
    for (let at = 0; at <= preparedLimits.profileVersions; at += 1)
      await changeProfile(writer, id, { name: `№ ${at}` });
    const listed = await versions(send, id);
    expect(listed).toHaveLength(preparedLimits.profileVersions + 1);
    expect(listed.at(-1)?.name).toBe('№ 0');
    expect(await versions(send, other.id)).toHaveLength(1);
    await send('DELETE', `${PROFILES}/${id}`);
    expect(await server().db.$count(importProfileVersions)).toBe(0);
  });

  it('[I855] is put back as a new version, but not over one that the user has not seen', async () => {
    const send = await begin();
    const first = await create(send);
    const second = await change(send, first, { name: 'Василёк', mapping: { ...mapping, creates: false } });
    const restore = (restored: number, version?: number) =>
      send('POST', `${PROFILES}/${first.id}/versions`, { restored, version });
    expect(await restore(first.version, first.version)).toMatchObject({ status: 409, result: second });
    const back = (await restore(first.version, second.version)).result as ImportProfile;
    expect(back).toMatchObject({ name: 'Ромашка', mapping });
    const listed = await versions(send, first.id);
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({
      version: back.version,
      restored_from: new Date(first.version).toISOString(),
      changes: [{ part: 'name' }, { part: 'purpose' }],
    });
    expect((await restore(1)).status).toBe(404);
    await change(send, back, { name: 'Лютик' });
    await create(send);
    expect(await restore(first.version)).toMatchObject({ status: 400, errors: { name: [expect.any(String)] } });
  });

  it('[I856] names the last import that read a table by it, prepared or at once', async () => {
    const send = await begin();
    const profile = await create(send, {
      mapping: { ...mapping, columns: [column('Код', 'sku'), column('Имя', 'name')] },
    });
    const kept = await keep(send, 'Код;Имя\nP-1;Квас\nP-10;Сок\nP-11;Морс');
    const run = await start(send, kept.id);
    expect((await details(send, profile.id)).last_run).toMatchObject({
      id: run.id,
      file_name: 'товары.csv',
      counts: { new: 2, changed: 0, unchanged: 1, faulty: 0 },
    });
    await change(send, profile, { name: 'Василёк' });
    expect((await details(send, profile.id)).last_run).toMatchObject({ id: run.id });
  });
});
