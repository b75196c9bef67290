import { expect, it } from 'vitest';
import type { BulkResponse } from '#contract/bulk.ts';
import type { Collection } from '#contract/collection.ts';
import type { Field } from '#contract/fields.ts';
import { getCollection, resourceNames } from '#contract/records.ts';
import {
  itemsIn,
  makeTargets,
  recordIn,
  type Sample,
  sampleBody,
  sampleValue,
  textField,
} from '#tests/support/samples.ts';
import { announceMany, describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { RUSSIAN } from '#tests/support/words.ts';

const LISTED = 6;
const ABSENT = 999_999;
type Send = Awaited<ReturnType<TestServer['as']>>;

/** A field that is free to take any value in any record. */
const findFreeField = ({ fields }: Collection): [string, Field] | undefined =>
  Object.entries(fields).find(
    ([, { kind, readOnly, when }]) => !readOnly && !when && ['flag', 'status', 'permissions'].includes(kind),
  );

for (const resource of resourceNames) {
  const collection = getCollection(resource);
  const { path } = collection;
  const freeEntry = findFreeField(collection);
  // Every value of the barcode prefixes is restricted.
  if (!freeEntry) continue;
  const [free, freeField] = freeEntry;
  const word = textField(collection);
  const [one, other] = [sampleValue(freeField, 1, {}), sampleValue(freeField, 2, {})];
  const listed = async (send: Send, ...ids: number[]) =>
    itemsIn(await send('GET', `${path}?sort=id&per_page=100&${ids.map(id => `ids=${id}`).join('&')}`));

  describeOnBoth(`Bulk calls of ${resource}`, server => {
    const begin = async () => {
      const send = await server().as('admin');
      const targets = await makeTargets(server(), collection);
      const made: Sample[] = [];
      for (let n = 0; n < LISTED; n += 1)
        made.push(recordIn(await send('POST', path, sampleBody(collection, n, targets))));
      const ids = made.map(({ id }) => id) as [number, number, number, number, number, number];
      const all = async () => itemsIn(await send('GET', `${path}?sort=id&per_page=100`));
      return { send, ids, all };
    };

    it('[X15] [X50] each id either succeeds or fails, once even if it is repeated', async () => {
      const { send, ids, all } = await begin();
      const [first, second] = ids;
      const asked = [second, ABSENT, first, second];
      const { result } = await send('PUT', path, { ids: asked, data: { [word]: 'Общее' } });
      const isUnique = resource.startsWith('settings/reference/');
      const { ids: done, failed } = result as BulkResponse;
      expect([...done, ...failed.map(({ id }) => id)].toSorted()).toEqual([first, second, ABSENT].toSorted());
      expect(failed).toContainEqual({
        id: ABSENT,
        reason: 'absent',
        message: 'Запись не найдена: возможно, её удалили',
      });
      // Names of a reference's values are unique, so the first record that claims the name gets it.
      expect(done).toEqual(isUnique ? [second] : [second, first]);
      if (isUnique)
        expect(failed).toContainEqual({
          id: first,
          reason: 'invalid',
          message: expect.stringMatching(RUSSIAN),
          errors: { name: ['Такое значение уже есть'] },
        });
      const named = (await all()).filter(record => record[word] === 'Общее').map(({ id }) => id);
      expect(named).toEqual(done.toSorted((a, b) => a - b));
    });

    it('[X50] a record that already has the values succeeds and keeps its version', async () => {
      const { send, ids } = await begin();
      const [first, second] = ids;
      expect((await send('PUT', path, { ids: [first, second], data: { [free]: one } })).result).toMatchObject({
        ids: [first, second],
        failed: [],
      });
      const versions = async () => (await listed(send, first, second)).map(({ version }) => version);
      const before = await versions();
      await send('PUT', `${path}/${second}`, { [free]: other });
      await send('PUT', path, { ids: [first, second], data: { [free]: one } });
      expect(await versions()).toEqual([before[0], Number(before[1]) + 2]);
    });

    it('[X51] a record with a newer version is skipped, unless it already has the values', async () => {
      const { send, ids } = await begin();
      const [first, second, third] = ids;
      await send('PUT', path, { ids: [first, second, third], data: { [free]: other } });
      const versions = Object.fromEntries((await listed(send, ...ids)).map(({ id, version }) => [id, version]));
      await send('PUT', `${path}/${first}`, { [word]: 'Чужое' });
      await send('PUT', `${path}/${second}`, { [free]: one });
      const [before] = await listed(send, first);
      const { result } = await send('PUT', path, { ids: [first, second, third], data: { [free]: one }, versions });
      expect(result).toEqual({
        ids: [second, third],
        unchanged: 1,
        failed: [{ id: first, reason: 'conflict', message: 'Запись уже изменил кто-то другой' }],
      });
      expect(await listed(send, first)).toEqual([before]);
    });

    it('[X52] a preview counts the changes, shows some of them and writes nothing', async () => {
      const { send, ids, all } = await begin();
      const [first, second] = ids;
      await send('PUT', `${path}/${first}`, { [word]: 'Общее' });
      const before = await all();
      const asked = { ids: [first, second, ABSENT], data: { [word]: 'Общее' } };
      expect((await send('POST', `${path}/preview`, asked)).result).toEqual({
        changed: 1,
        unchanged: 1,
        failed: [{ id: ABSENT, reason: 'absent', message: expect.stringMatching(RUSSIAN) }],
        versions: { [first]: 2, [second]: 1 },
        prices: null,
        samples: [before.find(({ id }) => id === second)],
        results: [{ ...before.find(({ id }) => id === second), [word]: 'Общее' }],
      });
      expect(await all()).toEqual(before);
    });

    it('[X52] [X3] values that are invalid for every record are refused before anything is written', async () => {
      const { send, ids, all } = await begin();
      const before = await all();
      const wrong = { ids, data: { [word]: null } };
      for (const answer of [await send('POST', `${path}/preview`, wrong), await send('PUT', path, wrong)])
        expect(answer).toMatchObject({ status: 400, errors: expect.anything() });
      expect((await send('POST', `${path}/preview`, { ids, data: { version: 1 } })).status).toBe(400);
      expect(await all()).toEqual(before);
    });

    it('[X53] the ids of a list can be read in its order, filtered, whole or in part', async () => {
      const { send, ids } = await begin();
      const these = ids.map(id => `ids=${id}`).join('&');
      const idsOf = async (query: string) => (await send('GET', `${path}/ids?sort=id&${query}`)).result;
      expect(await idsOf(`${these}&order=desc`)).toEqual({ ids: ids.toReversed() });
      expect(await idsOf(`${these}&from=2&limit=3`)).toEqual({ ids: ids.slice(2, 5) });
      expect(await idsOf(`ids=${ids[4]}&ids=${ids[1]}`)).toEqual({ ids: [ids[1], ids[4]] });
      for (const wrong of ['nonsense=1', 'sort=nonsense', 'limit=0', 'from=-1', 'page=1'])
        expect([wrong, (await send('GET', `${path}/ids?${wrong}`)).status]).toEqual([wrong, 400]);
    });
  });
}

describeOnBoth('Bulk calls of many', server => {
  it('[X53] [X50] one call returns the ids of all 12,000 products, and another changes a part of them', async () => {
    await server().db.execute("insert into products (name) select 'Товар ' || n from generate_series(1, 12000) n");
    announceMany(server().deps, 'nomenclature');
    const send = await server().as('admin');
    const { ids } = (await send('GET', '/products/ids?sort=id')).result as { ids: number[] };
    expect([ids.length, new Set(ids).size]).toEqual([12_000, 12_000]);
    const part = ids.slice(5000, 6000);
    const verdict = (await send('PUT', '/products', { ids: part, data: { status: 'active' } })).result;
    expect(verdict).toEqual({ ids: part, failed: [] });
    const { result } = await send('GET', '/products?status=active&per_page=10');
    expect(result).toMatchObject({ total: 1000 });
  });

  it('[X50] a record without a field that the new value requires fails, and the others change', async () => {
    const send = await server().as('admin');
    const make = async (body: object) =>
      recordIn(await send('POST', '/attribute', { applies_to: 'products', ...body }));
    const reference = { kind: 'reference', reference: 'brand' };
    const [one, other] = [
      await make({ name: 'Вкус', code: 'taste', kind: 'text' }),
      await make({ name: 'Марка', code: 'label', ...reference }),
    ];
    const ids = [one.id, other.id];
    const failed = [
      { id: one.id, reason: 'invalid', message: expect.anything(), errors: { reference: [expect.anything()] } },
    ];
    const data = { kind: 'references' };
    expect((await send('POST', '/attribute/preview', { ids, data })).result).toMatchObject({ changed: 1, failed });
    expect((await send('PUT', '/attribute', { ids, data })).result).toEqual({ ids: [other.id], failed });
  });

  it('[X50] a bulk delete keeps and reports the records in use, and deletes the others', async () => {
    const send = await server().as('admin');
    const brands: number[] = [];
    for (let at = 0; at < 20; at += 1)
      brands.push(recordIn(await send('POST', '/reference/brand/value', { name: `Бренд ${at}` })).id);
    const used = [brands[3], brands[4], brands[17]];
    for (const [at, brand_id] of used.entries()) await send('POST', '/products', { name: `Чай ${at}`, brand_id });
    const { result } = await send('DELETE', '/reference/brand/value', { ids: brands });
    const { ids, failed } = result as BulkResponse;
    expect(failed.map(({ id, reason }) => [id, reason])).toEqual(used.map(id => [id, 'inUse']));
    expect(ids).toEqual(brands.filter(id => !used.includes(id)));
    expect((await send('GET', '/reference/brand/value')).result).toMatchObject({ total: 3 });
  });
});
