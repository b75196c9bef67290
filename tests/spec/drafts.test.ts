import { expect, it } from 'vitest';
import type { Draft, RecordChanges } from '#contract/drafts.ts';
import { changes } from '#server/db/schema.ts';
import { sweepPictures } from '#server/media/images/pictureStore.ts';
import { addImages, fetchPicture } from '#tests/support/images.ts';
import { closeAll, draftOf, type Recorded } from '#tests/support/recordedDrafts.ts';
import { addModels, addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { type Answer, describeOnBoth } from '#tests/support/server.ts';

const draftsIn = (answer: Answer) => (answer.result as { items: Draft[] }).items;
const changesIn = (answer: Answer) => answer.result as { items: RecordChanges[]; total: number; hidden: number };

describeOnBoth('§7 Drafts', server => {
  const at = new Date('2026-05-12T10:00:00Z');
  let runId = 0;
  const close = (...faultyProducts: number[]) => closeAll(server(), { runId: (runId += 1), at, faultyProducts });

  it('[C8] [E12] [P7] a holder of change.show-current gets their own draft, or null while it is empty', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await server().as('product_manager');
    expect((await send('GET', '/drafts/current-header')).result).toEqual({ draft: null });
    await send('PUT', '/products/1', { name: 'Морс', weight: 1 });
    const { user } = await server().signIn('product_manager');
    expect((await send('GET', '/drafts/current-header')).result).toMatchObject({
      draft: {
        manager: { id: user.id, name: 'Анна Берёзкина' },
        status: 'current',
        changes_count: 2,
        products_count: 1,
        errors_count: 0,
      },
    });
    await send('PUT', '/products/1', { name: 'Квас', weight: null });
    expect((await send('GET', '/drafts/current-header')).result).toEqual({ draft: null });
    expect(await (await server().as('photographer'))('GET', '/drafts/current-header')).toMatchObject({ status: 403 });
  });

  it('[C9] [X28] [E12] the current drafts of all users are under items.items and under result.items', async () => {
    await addProducts(server(), { name: 'Квас' });
    await (await server().as('admin'))('PUT', '/products/1', { name: 'Морс' });
    await (await server().as('content_manager'))('PUT', '/products/1', { weight: 2 });
    const answer = await (await server().as('photographer'))('GET', '/drafts/all-currents');
    expect(answer).toMatchObject({ items: answer.result });
    expect(draftsIn(answer)).toMatchObject([
      {
        changes_count: 1,
        changes: [{ entity: 'nomenclature', record_id: 1, name: 'Морс', field: 'weight', after: 2 }],
      },
      { changes_count: 1, changes: [{ field: 'name', before: 'Квас', after: 'Морс' }] },
    ]);
  });

  it('[C10] [E13] [K2] the history can be filtered by page, user and status', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    const [admin, other] = [await server().as('admin'), await server().as('content_manager')];
    await admin('PUT', '/products/1', { weight: 1 });
    await close(1);
    await other('PUT', '/products/1', { weight: 2 });
    await other('PUT', '/products/2', { weight: 2 });
    await close();
    await admin('PUT', '/products/1', { weight: 3 });
    const { user } = await server().signIn('admin');
    expect((await admin('GET', '/drafts/history')).result).toMatchObject({
      items: [
        { status: 'history', changes_count: 2, products_count: 2, errors_count: 0, closed_at: at.toISOString() },
        { status: 'history', changes_count: 1, products_count: 1, errors_count: 1, manager: { id: user.id } },
      ],
      total: 2,
      page: 1,
      per_page: 10,
    });
    const asked = async (query: string) => draftsIn(await admin('GET', `/drafts/history?${query}`)).map(({ id }) => id);
    const [second, first] = await asked('');
    expect(await asked(`user=${user.id}`)).toEqual([first]);
    expect(await asked('status=faulty')).toEqual([first]);
    expect(await asked('status=clean')).toEqual([second]);
    expect(await asked('page=2&per_page=1')).toEqual([first]);
    expect(draftsIn(await admin('GET', '/drafts/history?status=current'))).toMatchObject([{ status: 'current' }]);
    expect(await admin('GET', '/drafts/history?state=faulty')).toMatchObject({ status: 400 });
    expect((await admin('GET', '/drafts/managers')).result).toHaveLength(2);
  });

  it('[J7] the changes of a draft are grouped by record, named, and paged, the latest first', async () => {
    const admin = await server().as('admin');
    await addProducts(server(), { name: 'Квас', sku: 'K' }, { name: 'Сок' });
    await addModels(server(), { name: 'Летний' });
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const node = (name: string, ...children: object[]) => ({ name, children });
    await admin('PUT', '/categories/site', { categories: [node('Еда', node('Напитки'))] });
    await close();
    await admin('PUT', '/products/2', { status: 'active' });
    await admin('PUT', '/products/1', {
      price: 10,
      categories: [2],
      model_ids: [1],
      prices: [{ project_id: 1, amount: 9, currency: 'RUB' }],
    });
    await admin('DELETE', '/products/2');
    const { result } = await admin('GET', '/drafts/current-header');
    const { id } = (result as { draft: Draft }).draft;
    const { items, total, hidden } = changesIn(await admin('GET', `/drafts/${id}/changes`));
    expect([total, hidden]).toEqual([3, 0]);
    const of = (entity: string, record: number) =>
      items.find(item => item.entity === entity && item.record_id === record);
    expect(of('nomenclature', 2)).toMatchObject({
      name: 'Сок',
      is_there: false,
      fields: [{ field: '', changes: [{ before: { name: 'Сок' }, after: null }] }],
    });
    expect(of('catalog', 1)).toMatchObject({ name: 'Летний', is_there: true });
    expect(of('nomenclature', 1)).toMatchObject({
      name: 'Квас',
      detail: 'K',
      fields: [
        { field: 'price', changes: [{ before: null, after: 10, label: null }] },
        { field: 'prices', changes: [{ label: 'Сайт', after: { amount: 9, currency: 'RUB' } }] },
        { field: 'model_ids', changes: [{ label: 'Летний', may_revert: true }] },
        { field: 'categories', total: 1, changes: [{ item: '2', label: 'Еда / Напитки', before: null, after: 2 }] },
      ],
    });
    expect(changesIn(await admin('GET', `/drafts/${id}/changes?per_page=1&page=3`)).items).toHaveLength(1);
    expect(changesIn(await admin('GET', `/drafts/${id}/changes?entity=catalog`)).total).toBe(1);
    expect(await admin('GET', '/drafts/999/changes')).toMatchObject({ status: 404 });
  });

  it('[J8] users see in the history only what they may see elsewhere', async () => {
    const admin = await server().as('admin');
    await addProducts(server(), { name: 'Квас' });
    await addModels(server(), { name: 'Летний' });
    await admin('PUT', '/products/1', { name: 'Морс', price: 10, model_ids: [1] });
    await addImages(server(), '/products/1/images', 'red');
    await admin('POST', '/matrices', {
      name: 'Тайная',
      access: { users: [], roles: [{ slug: 'admin', level: 'edit' }] },
    });
    const { draft } = (await admin('GET', '/drafts/current-header')).result as { draft: Draft };
    const seen = async (role: Parameters<ReturnType<typeof server>['as']>[0]) => {
      const { items, hidden } = changesIn(await (await server().as(role))('GET', `/drafts/${draft.id}/changes`));
      return [items.flatMap(item => item.fields.map(({ field }) => `${item.entity}.${field}`)).toSorted(), hidden];
    };
    expect(await seen('admin')).toEqual([
      ['catalog.product_ids', 'matrices.', 'nomenclature.model_ids', 'nomenclature.name', 'nomenclature.price'],
      0,
    ]);
    expect(await seen('accountant')).toEqual([['nomenclature.name', 'nomenclature.price'], 3]);
    expect(await seen('photographer')).toEqual([['nomenclature.name'], 4]);
    expect(await seen('product_manager')).toEqual([
      ['catalog.product_ids', 'nomenclature.model_ids', 'nomenclature.name', 'nomenclature.price'],
      1,
    ]);
    const manager = await server().as('manager_matrix');
    expect(await manager('GET', `/drafts/${draft.id}/changes`)).toMatchObject({ status: 403 });
    expect((await manager('GET', '/drafts/changes?entity=matrices&record_id=1')).result).toMatchObject({ total: 0 });
    expect(await manager('GET', '/drafts/changes?entity=nomenclature&record_id=1')).toMatchObject({ status: 403 });
    const accountant = await server().as('accountant');
    const revert = (field: string) =>
      accountant('POST', `/drafts/${draft.id}/revert`, { entity: 'nomenclature', record_id: 1, field });
    expect(await revert('name')).toMatchObject({ status: 403 });
    expect(await revert('model_ids')).toMatchObject({ status: 404 });
    expect(await revert('price')).toMatchObject({ status: 200 });
  });

  it('[J10] the history of a record lists the drafts that changed it, latest first', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    const [admin, other] = [await server().as('admin'), await server().as('content_manager')];
    await admin('PUT', '/products/1', { name: 'Морс' });
    await admin('PUT', '/products/2', { name: 'Чай' });
    await close();
    await other('PUT', '/products/1', { name: 'Вода' });
    const answer = await admin('GET', '/drafts/changes?entity=nomenclature&record_id=1');
    expect(answer.result).toMatchObject({
      items: [
        {
          draft: { status: 'current' },
          record: { name: 'Вода', fields: [{ field: 'name', changes: [{ before: 'Морс', after: 'Вода' }] }] },
        },
        { draft: { status: 'history' }, record: { fields: [{ changes: [{ before: 'Квас', after: 'Морс' }] }] } },
      ],
      total: 2,
    });
  });

  it('[J9] a draft’s changes can be reverted by field and by pair, as changes of the caller', async () => {
    const admin = await server().as('admin');
    await addProducts(server(), { name: 'Квас', price: 5 }, { name: 'Сок' });
    await addModels(server(), { name: 'Летний' });
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await admin('PUT', '/categories/site', { categories: [{ name: 'Еда', children: [] }] });
    await admin('POST', '/matrices', { name: 'Зима' });
    const [image] = await addImages(server(), '/products/1/images', 'red', 'green');
    await admin('POST', '/matrices/1/products', { ids: [1, 2] });
    await close();
    await admin('PUT', '/products/1', {
      name: 'Морс',
      model_ids: [1],
      categories: [1],
      prices: [{ project_id: 1, amount: 9, currency: 'RUB' }],
    });
    await admin('DELETE', `/products/1/images/${image?.id}`);
    await admin('PUT', '/categories/site', { categories: [{ id: 1, name: 'Напитки', children: [] }] });
    await admin('DELETE', '/matrices/1/products', { ids: [1] });
    const made = await draftOf(server(), 'admin');
    const { draft } = (await admin('GET', '/drafts/current-header')).result as { draft: Draft };
    const other = await server().as('content_manager');
    const isOtherSide = ([entity]: Recorded) => entity === 'catalog';
    const isConsequence = ([, , field, , before, after]: Recorded) =>
      field === 'images' && before !== null && after !== null;
    for (const row of made.filter(one => !isOtherSide(one) && !isConsequence(one))) {
      const [entity, record_id, field, item] = row;
      const answer = await other('POST', `/drafts/${draft.id}/revert`, { entity, record_id, field, item });
      expect([field, answer.status, answer.message]).toEqual([field, 200, 'success']);
    }
    expect(recordIn(await admin('GET', '/products/1'))).toMatchObject({
      name: 'Квас',
      model_ids: [],
      categories: [],
      prices: [],
    });
    expect((await admin('GET', '/products/1/images')).result).toMatchObject({ items: [{ is_main: true }, {}] });
    expect((await admin('GET', '/matrices/1')).result).toMatchObject({ products_count: 2 });
    expect((await admin('GET', '/categories/by-projects')).result).toMatchObject([{ categories: [{ name: 'Еда' }] }]);
    expect((await draftOf(server(), 'content_manager')).length).toBeGreaterThan(4);
  });

  it('[G15] a picture without a record is kept as long as a draft contains it', async () => {
    await addProducts(server(), { name: 'Квас' });
    const [image] = await addImages(server(), '/products/1/images', 'red');
    await close();
    await (await server().as('photographer'))('DELETE', `/products/1/images/${image?.id}`);
    server().advance(48 * 3_600_000);
    const status = async () => {
      await sweepPictures(server().deps);
      return (await fetchPicture(server(), image?.addresses.medium ?? '')).status;
    };
    expect(await status()).toBe(200);
    await server().db.delete(changes);
    expect(await status()).toBe(404);
  });

  it('[J9] a value that has changed since is not reverted, and the response contains both values', async () => {
    await addProducts(server(), { name: 'Квас' });
    const admin = await server().as('admin');
    await admin('PUT', '/products/1', { name: 'Морс' });
    const { draft } = (await admin('GET', '/drafts/current-header')).result as { draft: Draft };
    await (await server().as('content_manager'))('PUT', '/products/1', { name: 'Вода' });
    const body = { entity: 'nomenclature', record_id: 1, field: 'name' };
    expect(await admin('POST', `/drafts/${draft.id}/revert`, body)).toMatchObject({
      status: 409,
      result: { before: 'Квас', after: 'Морс', current: 'Вода' },
    });
    expect((await admin('GET', '/products/1')).result).toMatchObject({ name: 'Вода' });
    expect(await admin('POST', `/drafts/${draft.id}/revert`, { ...body, field: 'weight' })).toMatchObject({
      status: 404,
    });
  });
});
