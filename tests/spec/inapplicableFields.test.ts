import { expect, it } from 'vitest';
import { createChangeCollector } from '#server/records/recordChanges.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { writeRecords } from '#server/records/writeRecords.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('A field that does not apply', server => {
  const make = async (path: string, body: object) =>
    recordIn(await (await server().as('admin'))('POST', path, body)).id;
  const address = 'https://cafe.example/';

  it('[X662] is emptied by the write that decides so, and not filled while it does not apply', async () => {
    const send = await server().as('admin');
    const made = await make('/cafe', { name: 'Невская', kind: 'http', address, folder: 'nevskaya' });
    const path = `/cafe/${made}`;
    expect((await send('GET', path)).result).toMatchObject({ address, folder: null, version: 1 });
    expect((await send('PUT', path, { folder: 'nevskaya' })).result).toMatchObject({ folder: null, version: 1 });
    const changed = { kind: 'folder', folder: 'nevskaya', address: null, version: 2 };
    expect((await send('PUT', path, { kind: 'folder', folder: 'nevskaya' })).result).toMatchObject(changed);
    const attribute = await make('/attribute', { name: 'Марка', code: 'mark', kind: 'number', unit: 'г' });
    await send('PUT', `/attribute/${attribute}`, { kind: 'reference', reference: 'brand' });
    await send('PUT', `/attribute/${attribute}`, { kind: 'text', per_language: true });
    const text = { unit: null, reference: null, per_language: true };
    expect((await send('GET', `/attribute/${attribute}`)).result).toMatchObject(text);
    await send('PUT', `/attribute/${attribute}`, { kind: 'flag' });
    expect((await send('GET', `/attribute/${attribute}`)).result).toMatchObject({ per_language: false });
  });

  it('[X662] is emptied by a bulk edit too, whose preview shows it, and by any other write of many', async () => {
    const send = await server().as('admin');
    const ids = [await make('/cafe', { name: 'Невская', kind: 'http', address })];
    const body = { ids, data: { kind: 'folder', folder: 'nevskaya' } };
    const emptied = { kind: 'folder', folder: 'nevskaya', address: null };
    expect((await send('POST', '/cafe/preview', body)).result).toMatchObject({ results: [emptied] });
    await send('PUT', '/cafe', body);
    expect((await send('GET', `/cafe/${ids[0]}`)).result).toMatchObject(emptied);
    await server().db.transaction(tx =>
      writeRecords(
        tx,
        getBinding('settings/cafe'),
        ids.map(id => ({ id, patch: { kind: 'http', address } })),
        createChangeCollector(server().deps.clock(), null),
        { fields: new Set(['kind', 'address']) },
      ),
    );
    expect((await send('GET', `/cafe/${ids[0]}`)).result).toMatchObject({ kind: 'http', address, folder: null });
  });

  it('[X662] keeps what it held before the rule until one of the two changes', async () => {
    const send = await server().as('admin');
    const path = `/cafe/${await make('/cafe', { name: 'Невская', kind: 'http', address })}`;
    const { table } = getBinding('settings/cafe');
    await server()
      .db.update(table)
      .set({ folder: 'old' } as never);
    expect((await send('PUT', path, { name: 'Морская' })).result).toMatchObject({ folder: 'old', version: 2 });
    expect((await send('PUT', path, { kind: 'http' })).result).toMatchObject({ folder: 'old', version: 2 });
    expect((await send('PUT', path, { folder: 'new' })).result).toMatchObject({ folder: null, version: 3 });
  });
});
