import { asc, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Batch } from '#contract/batches.ts';
import type { RecordChanges } from '#contract/drafts.ts';
import { batches } from '#server/db/schema.ts';
import { actAs } from '#tests/support/acting.ts';
import { addImages } from '#tests/support/images.ts';
import { runFileBy } from '#tests/support/importing.ts';
import { closeAll } from '#tests/support/recordedDrafts.ts';
import { addModels, addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';

type Role = Parameters<TestServer['as']>[0];
interface Page<T> {
  items: T[];
  total: number;
  hidden?: number;
}

describeOnBoth('The history by batch', server => {
  const get = async <T>(path: string, role: Role = 'admin') => {
    const { status, result } = await (await server().as(role))('GET', path);
    return status === 200 ? (result as T) : Promise.reject(new Error(`${path}: ${status}`));
  };
  const list = (query = '', role: Role = 'admin') => get<Page<Batch>>(`/batches?${query}`, role);
  /** Kinds of the listed batches, the latest first. */
  const kinds = async (query = '', role: Role = 'admin') => (await list(query, role)).items.map(({ kind }) => kind);

  it('[J700] lists batches, the latest first, with who wrote them and as whom, and what they changed', async () => {
    await addProducts(server(), { name: 'Квас', price: 10 }, { name: 'Сок', price: 10 });
    const { send, subject, actor } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    await send('PUT', '/products', { ids: [1, 2], data: { status: 'archived' } });
    await send('PUT', '/products/1', { name: 'Морс' });
    const { items, total } = await list();
    expect(total).toBe(2);
    const author = { id: subject.id, name: 'Дарья Воробьёва' };
    expect(items).toMatchObject([
      {
        kind: 'save',
        user: author,
        acted_by: { id: actor.id },
        entities: [{ entity: 'nomenclature', records: 1, changes: 1, fields: ['name'] }],
        subject: { entity: 'nomenclature', record_id: 1, name: 'Морс', is_there: true },
        is_published: false,
      },
      { kind: 'bulk', user: author, entities: [{ records: 2, changes: 2, fields: ['status'] }], subject: null },
    ]);
    expect((await list('per_page=1&page=2')).items.map(({ kind }) => kind)).toEqual(['bulk']);
  });

  it('[J726] says on each page how many there are, beyond the last one too', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await server().as('admin');
    for (const name of ['Морс', 'Сок', 'Чай']) await send('PUT', '/products/1', { name });
    for (const paging of ['per_page=50', 'per_page=3', 'per_page=2', 'per_page=2&page=2', 'per_page=2&page=3'])
      expect((await list(paging)).total, paging).toBe(3);
    expect((await list('kind=import')).total).toBe(0);
    await server().db.execute(sql`insert into batches (user_id, kind)
      select ${(await server().signIn('admin')).user.id}, 'save' from generate_series(1, 10000)`);
    for (const paging of ['per_page=200&page=1', 'per_page=200&page=51'])
      expect((await list(paging)).total, paging).toBe(10_000);
  });

  it('[J700] a save of links is about the record that was saved, and a tree about its projects', async () => {
    await addProducts(server(), { name: 'Квас' });
    await addModels(server(), { name: 'Летний' }, { name: 'Зимний' });
    const send = await server().as('admin');
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await send('PUT', '/products/1', { name: 'Морс', model_ids: [1, 2] });
    await send('PUT', '/categories/site', { categories: [{ name: 'Напитки', children: [] }] });
    const [tree, save] = (await list()).items;
    expect(tree).toMatchObject({ kind: 'tree', details: { name: 'Сайт' } });
    expect(save).toMatchObject({ subject: { entity: 'nomenclature', name: 'Морс' } });
    expect(save?.entities.map(({ entity, records }) => [entity, records])).toEqual([
      ['nomenclature', 1],
      ['catalog', 2],
    ]);
  });

  it('[J701] filters by kind, person, entity, record, field and dates, alone and together', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 }, { name: 'Сок', price: 1 });
    const send = await server().as('admin');
    await send('PUT', '/products/1', { price: 2 });
    await send('PUT', '/products', { ids: [1, 2], data: { status: 'archived' } });
    await send('POST', '/reference/brand/value', { name: 'Заря' });
    const other = await server().signIn('content_manager');
    await (await server().as('content_manager'))('PUT', '/products/2', { name: 'Морс' });
    expect(await kinds()).toEqual(['save', 'create', 'bulk', 'save']);
    expect(await kinds('kind=bulk')).toEqual(['bulk']);
    expect(await kinds(`user=${other.user.id}`)).toEqual(['save']);
    expect(await kinds('entity=settings/reference/brand')).toEqual(['create']);
    expect(await kinds('entity=nomenclature&record_id=1')).toEqual(['bulk', 'save']);
    expect(await kinds('entity=nomenclature&record_id=1&field=price')).toEqual(['save']);
    expect(await kinds('field=status')).toEqual(['bulk']);
    expect(await kinds('entity=nomenclature&field=name')).toEqual(['save']);
    expect(await kinds('entity=catalog&field=name')).toEqual([]);
    const [, bulk] = await server().db.select().from(batches).orderBy(asc(batches.id));
    const at = bulk?.at.toISOString();
    expect(await kinds(`to=${at}`)).toEqual(['bulk', 'save']);
    expect(await kinds(`from=${at}&kind=save`)).toEqual(['save']);
    expect((await list('field=status')).total).toBe(1);
  });

  it('[J701] a person is found as the author and as the one who acted', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { send, subject, actor } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    await send('PUT', '/products/1', { name: 'Морс' });
    expect(await kinds(`user=${subject.id}`)).toEqual(['save']);
    expect(await kinds(`user=${actor.id}`)).toEqual(['save']);
    expect(await kinds(`user=${actor.id + 1000}`)).toEqual([]);
    expect(await get('/batches/people')).toEqual([{ id: subject.id, name: 'Дарья Воробьёва' }]);
  });

  it('[J701] a word is found in names of records, deleted ones too, and of files; a project in prices and trees', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 }, { name: 'Сок' });
    const send = await server().as('admin');
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await send('POST', '/project', { name: 'Касса', code: 'till', platform: 'till' });
    await send('PUT', '/products/1', { prices: [{ project_id: 2, amount: 5, currency: 'RUB' }] });
    await send('PUT', '/categories/site', { categories: [{ name: 'Напитки', children: [] }] });
    await send('DELETE', '/products/2');
    await runFileBy(server(), send, 'Артикул;Название\nА-1;Чай\n', 'прайс.csv', '?create=1');
    expect(await kinds('word=квас')).toEqual(['save']);
    expect(await kinds('word=сок')).toEqual(['delete']);
    expect(await kinds('word=прайс')).toEqual(['import']);
    expect(await kinds('word=напитки')).toEqual(['tree']);
    expect(await kinds('word=нет')).toEqual([]);
    expect(await kinds('project=1')).toEqual(['tree', 'create']);
    expect(await kinds('project=2')).toEqual(['save', 'create']);
  });

  it('[J701] what is not published is filtered, until it is', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await server().as('admin');
    await send('PUT', '/products/1', { name: 'Морс' });
    await closeAll(server(), { runId: 1, at: new Date() });
    await send('PUT', '/products/1', { weight: 1 });
    await send('POST', '/reference/brand/value', { name: 'Заря' });
    const { items } = await list('unpublished=true');
    expect(items.map(({ entities: [main] }) => main?.fields)).toEqual([['weight']]);
    expect((await list()).items.map(({ is_published }) => is_published)).toEqual([true, false, true]);
  });

  it('[J702] a caller sees only batches, counts, names and changes that they may see elsewhere', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    const send = await server().as('admin');
    await send('PUT', '/products/1', { price: 2 });
    await send('PUT', '/products/1', { name: 'Морс', price: 3 });
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const user = await server().createUser('accountant');
    await send('PUT', `/users/${user.id}`, { password: 'полночный экспресс 7', last_name: 'Вишнёва' });
    const seen = await list('', 'photographer');
    expect(seen.total).toBe(1);
    expect(seen.items[0]?.entities).toMatchObject([{ fields: ['name'], prices: null }]);
    const [both] = seen.items;
    const opened = await get<Page<RecordChanges>>(`/batches/${both?.id}/changes`, 'photographer');
    expect(opened.items.flatMap(({ fields }) => fields.map(({ field }) => field))).toEqual(['name']);
    expect(opened.hidden).toBe(1);
    const photographer = await server().as('photographer');
    const hidden = (await list()).items.filter(({ id }) => id !== both?.id);
    for (const { id } of hidden) {
      expect((await photographer('GET', `/batches/${id}`)).status).toBe(404);
      expect((await photographer('GET', `/batches/${id}/changes`)).status).toBe(404);
    }
    expect((await get<{ days: { batches: number }[] }>('/batches/days', 'photographer')).days).toMatchObject([
      { batches: 1 },
    ]);
    expect((await photographer('GET', '/batches/of-record?entity=users&record_id=1')).status).toBe(403);
    expect((await photographer('GET', '/batches/of-record?entity=settings/reference/&record_id=1')).status).toBe(403);
    expect(JSON.stringify(await Promise.all(hidden.map(({ id }) => get(`/batches/${id}/changes`))))).not.toMatch(
      /password/,
    );
  });

  it('[J702] changes of a matrix are seen only by those who may see it', async () => {
    const send = await server().as('admin');
    const { user } = await server().signIn('manager_matrix');
    await send('POST', '/matrices', { name: 'Общая' });
    await send('POST', '/matrices', {
      name: 'Чужая',
      access: { users: [{ id: user.id + 999, level: 'view' }], roles: [] },
    });
    const names = (await get<Page<Batch>>('/batches?entity=matrices', 'product_manager')).items.map(
      ({ subject }) => subject?.name,
    );
    expect(names).not.toContain('Чужая');
    expect((await list('entity=matrices')).total).toBe(2);
  });

  it('[J703] days are counted by person in the time zone of the caller', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { user } = await server().signIn('admin');
    const send = await server().as('admin');
    await send('PUT', '/products/1', { name: 'Морс' });
    await send('PUT', '/products/1', { name: 'Сок' });
    await server()
      .db.update(batches)
      .set({ at: new Date('2026-05-12T22:30:00Z') });
    const days = (zone: string) => get(`/batches/days?zone=${zone}&to=2026-06-01T00:00:00Z`);
    const by = { id: user.id, name: `${user.first_name} ${user.last_name}` };
    expect(await days('UTC')).toEqual({ days: [{ day: '2026-05-12', user: by, batches: 2 }] });
    expect(await days('Europe/Moscow')).toEqual({ days: [{ day: '2026-05-13', user: by, batches: 2 }] });
    expect((await send('GET', '/batches/days?zone=Nowhere')).status).toBe(400);
  });

  it('[J704] a batch opens to its changes by record, in pages', async () => {
    await addProducts(server(), ...Array.from({ length: 60 }, (_, at) => ({ name: `Товар ${at + 1}` })));
    const send = await server().as('admin');
    const ids = Array.from({ length: 60 }, (_, at) => at + 1);
    await send('PUT', '/products', { ids, data: { status: 'archived', weight: 2 } });
    const { items: found } = await list();
    const page = (number: number) => get<Page<RecordChanges>>(`/batches/${found[0]?.id}/changes?page=${number}`);
    const second = await page(2);
    expect(second).toMatchObject({ total: 60, hidden: 0 });
    expect(second.items.map(({ record_id }) => record_id)).toEqual(ids.slice(50));
    expect(second.items[0]).toMatchObject({
      entity: 'nomenclature',
      name: 'Товар 51',
      is_there: true,
      fields: [
        { field: 'status', changes: [{ before: 'draft', after: 'archived' }] },
        { field: 'weight', changes: [{ before: null, after: 2 }] },
      ],
    });
  });

  it('[J706] a version is compared with now and put back, whole and by field, as one batch', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    await addModels(server(), { name: 'Летний' });
    const send = await server().as('admin');
    await send('PUT', '/products/1', { weight: 1 });
    const [version] = (await list()).items;
    await send('PUT', '/products/1', { name: 'Морс', price: 2 });
    await send('PUT', '/products/1', { name: 'Сок', model_ids: [1] });
    const [image] = await addImages(server(), '/products/1/images', 'red', 'blue');
    const key = 'entity=nomenclature&record_id=1';
    const compared = await get<RecordChanges>(`/batches/${version?.id}/version?${key}`);
    expect(
      compared.fields.map(({ field, changes: [change] }) => [field, change?.before, change?.after]).slice(0, 3),
    ).toEqual([
      ['name', 'Квас', 'Сок'],
      ['price', 1, 2],
      ['model_ids', null, 1],
    ]);
    const back = { entity: 'nomenclature', record_id: 1 };
    expect(
      (await send('POST', `/batches/${version?.id}/version`, { ...back, fields: [{ field: 'name' }] })).status,
    ).toBe(200);
    expect((await send('GET', '/products/1')).result).toMatchObject({ name: 'Квас', price: 2, model_ids: [1] });
    const count = (await list()).total;
    expect((await send('POST', `/batches/${version?.id}/version`, back)).status).toBe(200);
    expect((await send('GET', '/products/1')).result).toMatchObject({
      name: 'Квас',
      price: 1,
      weight: 1,
      model_ids: [],
    });
    expect((await send('GET', '/products/1/images')).result).toMatchObject({ items: [] });
    const after = await list();
    expect(after.total).toBe(count + 1);
    expect(after.items[0]?.kind).toBe('undo');
    expect((await send('POST', `/batches/${version?.id}/version`, back)).status).toBe(404);
    const deletion = after.items[0];
    await addImages(server(), '/products/1/images', 'green');
    expect((await send('POST', `/batches/${deletion?.id}/version`, back)).status).toBe(200);
    expect(image?.addresses).toBeDefined();
  });

  it('[J706] putting back leaves what the caller may not change, and names of any resource are listed', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    const send = await server().as('admin');
    await send('PUT', '/products/1', { weight: 1 });
    const [version] = (await list()).items;
    await send('PUT', '/products/1', { name: 'Морс', price: 2 });
    const manager = await server().as('photographer');
    const back = { entity: 'nomenclature', record_id: 1 };
    expect((await manager('POST', `/batches/${version?.id}/version`, back)).status).toBe(403);
    const brand = recordIn(await send('POST', '/reference/brand/value', { name: 'Заря' }));
    await send('PUT', `/reference/brand/value/${brand.id}`, { synonyms: 'Zarya' });
    await send('PUT', `/reference/brand/value/${brand.id}`, { synonyms: 'Dawn' });
    const of = `entity=settings/reference/brand&record_id=${brand.id}`;
    const { items } = await get<Page<{ batch: Batch; record: RecordChanges }>>(`/batches/of-record?${of}`);
    expect(items.map(({ batch, record }) => [batch.kind, record.fields.map(({ field }) => field)])).toEqual([
      ['save', ['synonyms']],
      ['save', ['synonyms']],
      ['create', ['']],
    ]);
    const answer = await send('POST', `/batches/${items[1]?.batch.id}/version`, {
      entity: 'settings/reference/brand',
      record_id: brand.id,
    });
    expect(answer.status).toBe(200);
    expect((await send('GET', `/reference/brand/value/${brand.id}`)).result).toMatchObject({ synonyms: 'Zarya' });
  });

  it('[J708] a batch says how far prices fell and rose, and only to those who may see prices', async () => {
    await addProducts(server(), { name: 'Квас', price: 100, sku: 'А-1' }, { name: 'Сок', price: 50, sku: 'А-2' });
    const send = await server().as('admin');
    await runFileBy(server(), send, 'Артикул;Цена\nА-1;150\nА-2;20\n', 'прайс.csv', '');
    await send('PUT', '/products/1', { price: 75 });
    const { items } = await list();
    expect(items.map(({ entities: [main] }) => main?.prices)).toEqual([
      { lowest: -50, highest: -50 },
      { lowest: -60, highest: 50 },
    ]);
  });
});
