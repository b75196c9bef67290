import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ACCEPT_LOSS_HEADER } from '#contract/dataLoss.ts';
import { runs } from '#server/db/schema.ts';
import { importRuns } from '#server/imports/importJob.ts';
import { importStore } from '#server/imports/runs.ts';
import { lockDefinitionsShared } from '#server/records/attributes.ts';
import { addLanguages, addReference, defineAttributes } from '#tests/support/attributes.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('§3 Attributes that become something else', server => {
  const admin = () => server().as('admin');
  /** An attribute and products with these values of it. */
  const begin = async (definition: object, ...values: unknown[]) => {
    const [attribute] = await defineAttributes(server(), { code: 'size', ...definition });
    const send = await admin();
    for (const value of values)
      recordIn(
        await send('POST', '/products', { name: 'Квас', ...(value !== null && { attributes: { size: value } }) }),
      );
    const put = async (body: object, lost?: number) =>
      send(
        'PUT',
        `/attribute/${attribute?.id}`,
        body,
        lost === undefined ? {} : { [ACCEPT_LOSS_HEADER]: String(lost) },
      );
    const stored = async () =>
      itemsIn(await send('GET', '/products?sort=id')).map(
        item => (item as unknown as { attributes: Record<string, unknown> }).attributes['size'] ?? null,
      );
    return { put, stored, send, path: `/attribute/${attribute?.id}` };
  };

  it('[R79] changing a kind is refused with the values it would lose before anything is written', async () => {
    const { put, stored, send, path } = await begin({ kind: 'text' }, '12', '1,5 ', 'много', 'много', null);
    const refused = await put({ kind: 'number', unit: 'г' });
    expect(refused).toMatchObject({
      status: 409,
      result: { loss: { kept: 2, lost: 2, samples: [{ before: 'много', after: null, count: 2 }] } },
    });
    expect(await stored()).toEqual(['12', '1,5', 'много', 'много', null]);
    expect((await send('GET', path)).result).toMatchObject({ kind: 'text', version: 1 });
    expect((await put({ kind: 'number' }, 1)).status).toBe(409);
    expect((await put({ kind: 'number' }, 2)).result).toMatchObject({ kind: 'number', version: 2 });
    expect(await stored()).toEqual([12, 1.5, null, null, null]);
    expect(itemsIn(await send('GET', '/products?attributes.size_from=2'))).toMatchObject([{ version: 2 }]);
  });

  it('[R79] a kind that loses nothing changes at once, and every converted record is announced', async () => {
    const { put, stored } = await begin({ kind: 'number' }, 12.5, 3);
    expect((await put({ name: 'Размер' })).status).toBe(200);
    expect((await put({ kind: 'text' })).status).toBe(200);
    expect(await stored()).toEqual(['12,5', '3']);
    expect(server().messages).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ resource: 'nomenclature', ids: [1, 2] }) }),
    );
  });

  it('[R79] converting to localized texts and back counts the other languages as lost', async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const { put, stored } = await begin({ kind: 'text' }, 'Вода', 'Соль');
    await put({ per_language: true });
    expect(await stored()).toEqual([{ ru: 'Вода' }, { ru: 'Соль' }]);
    await (await admin())('PUT', '/products/1', { attributes: { size: { ru: 'Вода', en: 'Water' } } });
    expect((await put({ per_language: false })).result).toMatchObject({
      loss: { kept: 1, lost: 1, samples: [{ before: 'Вода / Water', after: 'Вода', count: 1 }] },
    });
    await put({ per_language: false }, 1);
    expect(await stored()).toEqual(['Вода', 'Соль']);
  });

  it('[R79] texts become reference values by name, and single values become lists and vice versa', async () => {
    const ids = await addReference(server(), 'test_allergen', 'Глютен', 'Молоко');
    const { put, stored } = await begin({ kind: 'text' }, 'глютен; Молоко', 'молоко', 'Соя');
    expect((await put({ kind: 'references', reference: 'test_allergen' })).result).toMatchObject({ loss: { lost: 1 } });
    await put({ kind: 'references', reference: 'test_allergen' }, 1);
    expect(await stored()).toEqual([[ids['Глютен'], ids['Молоко']], [ids['Молоко']], null]);
    expect((await put({ kind: 'reference' })).result).toMatchObject({
      loss: { samples: [{ before: 'Глютен; Молоко', after: 'Глютен', count: 1 }] },
    });
    await put({ kind: 'reference' }, 1);
    expect(await stored()).toEqual([ids['Глютен'], ids['Молоко'], null]);
  });

  it('[R79] an attribute with a new code keeps its values', async () => {
    const { put, send } = await begin({ kind: 'text' }, 'Вода');
    expect((await put({ code: 'volume' })).status).toBe(200);
    expect(itemsIn(await send('GET', '/products'))).toMatchObject([{ attributes: { volume: 'Вода' } }]);
  });

  it('[R79] [X15] a bulk change that would lose values is refused for those attributes alone', async () => {
    const { path, send, stored } = await begin({ kind: 'text' }, 'много');
    const [other] = await defineAttributes(server(), { code: 'other' });
    const id = Number(path.split('/')[2]);
    const { result } = await send('PUT', '/attribute', { ids: [id, other?.id], data: { kind: 'number' } });
    expect(result).toMatchObject({ ids: [other?.id], failed: [{ id, message: expect.stringContaining('1') }] });
    expect(await stored()).toEqual(['много']);
  });

  it('[R92] a value written while the kind changes is converted too', async () => {
    const { put, stored } = await begin({ kind: 'number' }, 1);
    const { deps } = server();
    let changing: ReturnType<typeof put> | undefined;
    await deps.db.transaction(async tx => {
      await lockDefinitionsShared(tx);
      changing = put({ kind: 'text' });
      await tx.execute(sql`update products set attributes = '{"size": 2.5}'`);
    });
    expect((await changing)?.status).toBe(200);
    expect(await stored()).toEqual(['2,5']);
  });

  it('[R92] definitions cannot change while an import relies on them', async () => {
    const { put, send, path } = await begin({ kind: 'number' }, 1);
    const { deps } = server();
    const { user } = await server().signIn('admin');
    const run = { starter: { id: user.id, actorId: null }, details: { file_name: 'товары.csv' }, at: deps.clock() };
    const id = await importStore.insertRun(deps.db, run);
    expect(await put({ kind: 'text' })).toMatchObject({ status: 409, message: expect.stringContaining('импорт') });
    expect((await put({ kind: 'number', name: 'Размер' })).status).toBe(200);
    expect(await send('DELETE', path)).toMatchObject({ status: 409, message: expect.stringContaining('импорт') });
    const project = recordIn(await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'web' }));
    const removed = await send('DELETE', `/project/${project.id}`);
    expect(removed).toMatchObject({ status: 409, message: expect.stringContaining('импорт') });
    await importRuns.endRuns(deps, eq(runs.id, id), { reason: 'canceled' });
    expect((await put({ kind: 'text' })).status).toBe(200);
  });
});
