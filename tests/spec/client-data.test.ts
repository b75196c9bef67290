import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { DataProvider, HttpError } from 'ra-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_BULK_IDS } from '#contract/bulk.ts';
import { getCollection, records } from '#contract/records.ts';
import { errors } from '#i18n/ru/errors.ts';
import { buildTranslator } from '#i18n/translate.ts';
import { createWrittenBatches } from '#providers/cache/writtenBatches.ts';
import { createDataProvider } from '#providers/dataProvider.ts';
import { emptyHiddenFields, pickChangedFields } from '#providers/forms/formChanges.ts';
import { createApi } from '#providers/http/http.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const ORIGIN = 'http://vitrina.test';
const network = setupServer();
/** What the client sent, in order. */
let sent: { method: string; address: string; body: unknown; headers: Headers }[] = [];
let server: TestServer;
let data: DataProvider;

beforeAll(async () => {
  server = await createTestServer();
  network.listen({ onUnhandledRequest: 'error' });
});
afterAll(async () => {
  network.close();
  await server.close();
});
beforeEach(async () => {
  await server.reset();
  sent = [];
  network.resetHandlers(
    http.all(`${ORIGIN}/api/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const text = await request.clone().text();
      const body: unknown = text ? JSON.parse(text) : undefined;
      sent.push({ method: request.method, address: pathname.slice(4) + search, body, headers: request.headers });
      return server.app.fetch(request);
    }),
  );
  data = await providerOf('admin');
});

const providerOf = async (role: 'admin' | 'accountant'): Promise<DataProvider> => {
  const { access } = await server.signIn(role);
  const session = {
    accessToken: () => access,
    whenSettled: () => Promise.resolve(),
    refresh: () => Promise.resolve(null),
  };
  const written = createWrittenBatches();
  return createDataProvider(
    createApi({ baseUrl: `${ORIGIN}/api`, session, written }),
    written,
    buildTranslator('ru', errors),
  );
};
const make = async (values: object) => (await data.create('nomenclature', { data: values })).data;
const page = { pagination: { page: 1, perPage: 25 }, sort: { field: 'name', order: 'ASC' as const } };
const failure = (call: Promise<unknown>): Promise<HttpError> =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: HttpError) => error,
  );

describe('Contract 2: collections, as react-admin requests them', () => {
  it('[L1] [X8] [X11] a list is requested with a flat query and without a Range header', async () => {
    await make({ name: 'Чай', sku: 'A-1', status: 'active' });
    await make({ name: 'Кофе', sku: 'A-2', status: 'active' });
    await make({ name: 'Какао', sku: 'B-1', status: 'draft' });
    sent = [];
    const filter = { search: 'A-', status: ['active', 'archived'], weight_from: null, brand_id: '' };
    const { data: rows, total } = await data.getList('nomenclature', {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'name', order: 'DESC' },
      filter,
    });
    expect([rows.map(({ name }) => name as string), total]).toEqual([['Чай'], 2]);
    expect(sent[0]?.address).toBe(
      '/products?search=A-&status=active&status=archived&page=1&per_page=1&sort=name&order=desc',
    );
    expect(sent[0]?.headers.has('Range')).toBe(false);
  });

  it('[X12] an unknown filter is not ignored', async () => {
    const error = await failure(data.getList('nomenclature', { ...page, filter: { colour: 'red' } }));
    expect(error.status).toBe(400);
  });

  it('[X11] many records are requested by their ids, in batches', async () => {
    const ids = [(await make({ name: 'Чай' })).id, (await make({ name: 'Кофе' })).id] as number[];
    sent = [];
    const { data: found } = await data.getMany('nomenclature', { ids });
    expect(new Set(found.map(({ id }) => id as number))).toEqual(new Set(ids));
    expect(sent[0]?.address).toBe(`/products?ids=${ids[0]}&ids=${ids[1]}&per_page=2`);
    sent = [];
    await data.getMany('nomenclature', { ids: Array.from({ length: 600 }, (_, at) => at + 1) });
    expect(sent).toHaveLength(3);
  });

  it('[X27] the values of a reference are a collection like any other', async () => {
    const resource = 'settings/reference/brand';
    const { data: brand } = await data.create(resource, { data: { name: 'Рога и копыта' } });
    sent = [];
    await expect(data.getOne(resource, { id: brand.id })).resolves.toMatchObject({ data: { name: 'Рога и копыта' } });
    expect(sent[0]?.address).toBe(`/reference/brand/value/${brand.id}`);
  });

  it('[X13] an update sends what was changed and the version it was edited at', async () => {
    const opened = await make({ name: 'Чай', sku: 'A-1', weight: 0.5 });
    sent = [];
    const edited = { ...opened, name: 'Чай зелёный', weight: 0.5 };
    const { data: saved } = await data.update('nomenclature', { id: opened.id, data: edited, previousData: opened });
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      address: `/products/${opened.id}`,
      body: { name: 'Чай зелёный', version: opened.version },
    });
    expect(saved).toMatchObject({ name: 'Чай зелёный', sku: 'A-1', weight: 0.5, version: Number(opened.version) + 1 });
  });

  it('[X13] an update that changes nothing sends nothing', async () => {
    const opened = await make({ name: 'Чай' });
    sent = [];
    await data.update('nomenclature', { id: opened.id, data: { ...opened }, previousData: opened });
    expect(sent).toEqual([]);
  });

  it('[X17] [L13] an update of an outdated version is a conflict with the current record', async () => {
    const opened = await make({ name: 'Чай' });
    const saveBy = (provider: DataProvider, name: string) =>
      provider.update('nomenclature', { id: opened.id, data: { ...opened, name }, previousData: opened });
    await saveBy(await providerOf('admin'), 'Чай зелёный');
    const error = await failure(saveBy(data, 'Чай чёрный'));
    expect(error.status).toBe(409);
    expect(findApiError(error)).toMatchObject({ kind: 'conflict', result: { name: 'Чай зелёный' } });
  });

  it('[Q4] two consecutive writes of one record do not conflict with each other, but still do with another user’s', async () => {
    const opened = await make({ name: 'Чай' });
    const save = (values: object) =>
      data.update('nomenclature', { id: opened.id, data: { ...opened, ...values }, previousData: opened });
    const saved = await Promise.all([save({ name: 'Чай зелёный' }), save({ sku: 'A-1' }), save({ weight: 0.5 })]);
    expect(saved.at(-1)?.data).toMatchObject({ name: 'Чай зелёный', sku: 'A-1', weight: 0.5 });
    const other = await providerOf('admin');
    const { data: current } = await other.getOne('nomenclature', { id: opened.id });
    await other.update('nomenclature', { id: opened.id, data: { ...current, sku: 'B-1' }, previousData: current });
    expect((await failure(save({ name: 'Чай чёрный' }))).status).toBe(409);
  });

  it('[Q4] a write without a version succeeds whatever others have saved since the last one', async () => {
    const { id } = await make({ name: 'Чай' });
    const save = (provider: DataProvider, values: object) =>
      provider.update('nomenclature', { id, data: { id, ...values }, previousData: { id } });
    await save(data, { status: 'archived' });
    await save(await providerOf('admin'), { name: 'Чай зелёный' });
    const { data: saved } = await save(data, { status: 'active' });
    expect(saved).toMatchObject({ name: 'Чай зелёный', status: 'active' });
  });

  it('[Q5] [L53] a partly failed bulk call rejects with the number of failures and the reasons', async () => {
    const brand = await data.create('settings/reference/brand', { data: { name: 'Тёплый угол' } });
    const spare = await data.create('settings/reference/brand', { data: { name: 'Никто' } });
    await make({ name: 'Чай', brand_id: brand.data.id });
    const error = await failure(data.deleteMany('settings/reference/brand', { ids: [brand.data.id, spare.data.id] }));
    expect(error.message).toBe(
      'Не получилось с 1 из 2:\nЗапись используется, удалить её нельзя. Записей: Номенклатура — 1',
    );
    expect((await failure(data.getOne('settings/reference/brand', { id: spare.data.id }))).status).toBe(404);
  });

  /** Two records, so far apart in a selection that one request cannot hold both. */
  const manyIds = async () => {
    const [one, other] = [await make({ name: 'Чай' }), await make({ name: 'Кофе' })];
    sent = [];
    return [one.id, ...Array.from({ length: MAX_BULK_IDS - 1 }, (_, at) => 1_000_000 + at), other.id] as number[];
  };
  const archive = async (ids: number[]) =>
    failure(data.updateMany('nomenclature', { ids, data: { status: 'archived' } }));

  it('[Q5] [J648] a bulk call of more records than a request holds is one batch', async () => {
    const ids = await manyIds();
    expect((await archive(ids)).message).toMatch(/^Не получилось с 9999 из 10001:\n/);
    expect((await failure(data.deleteMany('nomenclature', { ids }))).status).toBe(409);
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'DELETE', 'DELETE']);
    const { items } = (await (await server.as('admin'))('GET', '/batches')).result as { items: object[] };
    const whole = { entities: [{ entity: 'nomenclature', records: 2 }] };
    expect(items.slice(0, 2)).toMatchObject([whole, whole]);
    expect(items).toHaveLength(4);
  });

  it('[Q5] [L53] a bulk call whose later request fails says how much was not done and why', async () => {
    const ids = await manyIds();
    network.use(
      http.put(`${ORIGIN}/api/products`, () =>
        sent.length === 1 ? HttpResponse.json({}, { status: 500 }) : undefined,
      ),
    );
    expect((await archive(ids)).message).toBe(
      'Не получилось с 10000 из 10001:\nЧто-то пошло не так.. Обратитесь в поддержку',
    );
    expect(await data.getOne('nomenclature', { id: Number(ids[0]) })).toMatchObject({ data: { status: 'archived' } });
  });

  it('[Q6] [L1] the filter q of react-admin’s inputs becomes the search parameter', async () => {
    await data.getList('nomenclature', { ...page, filter: { q: 'чай' } });
    expect(sent.at(-1)?.address).toContain('?search=%D1%87%D0%B0%D0%B9&');
  });

  it('[L12] [X3] a failed validation stands at its fields, one text each', async () => {
    const error = await failure(data.create('nomenclature', { data: { name: '', barcode: '46000001' } }));
    expect(error.status).toBe(400);
    expect((error.body as { errors: object }).errors).toEqual({
      name: 'Заполните поле',
      barcode: 'Контрольная цифра не сходится, проверьте штрихкод',
    });
  });

  it('[X18] a creation whose answer was lost is repeated with the same key, and creates no second record', async () => {
    network.use(
      http.post(
        `${ORIGIN}/api/products`,
        async ({ request }) => {
          await server.app.fetch(request);
          return Response.error();
        },
        { once: true },
      ),
    );
    const create = () => make({ name: 'Чай' });
    await failure(create());
    const repeated = await create();
    const other = await create();
    expect([repeated.id, other.id]).toEqual([1, 2]);
  });

  it('[T697] a field is emptied where the choice makes it inapplicable, not where the choice is hidden', () => {
    const cafe = getCollection('settings/cafe');
    const typed = { name: 'Невская', address: 'https://a.ru/', folder: 'nevskaya' };
    expect(emptyHiddenFields(cafe, { ...typed, kind: 'folder' })).toEqual({ ...typed, kind: 'folder', address: null });
    expect(emptyHiddenFields(cafe, typed)).toEqual(typed);
  });

  it('[T698] a list sorted by what the server cannot sort by is in the server’s own order', async () => {
    for (const name of ['Чай', 'Кофе']) await make({ name });
    const sort = { field: 'description', order: 'ASC' as const };
    const list = await data.getList('nomenclature', { ...page, sort, filter: {} });
    expect(list.data).toHaveLength(2);
    const byId = await data.getList('nomenclature', { ...page, sort: { ...sort, field: 'id' }, filter: {} });
    expect(byId.data).toMatchObject([{ name: 'Чай' }, { name: 'Кофе' }]);
  });

  it('[X14] a deletion returns the removed record', async () => {
    const { id } = await make({ name: 'Чай' });
    await expect(data.delete('nomenclature', { id })).resolves.toMatchObject({ data: { id, name: 'Чай' } });
    expect((await failure(data.getOne('nomenclature', { id }))).status).toBe(404);
  });

  it('[X15] bulk calls return the changed ids', async () => {
    const ids = [(await make({ name: 'Чай' })).id, (await make({ name: 'Кофе' })).id] as number[];
    const { data: updated } = await data.updateMany('nomenclature', { ids, data: { status: 'archived' } });
    expect(new Set(updated)).toEqual(new Set(ids));
    const { data: removed } = await data.deleteMany('nomenclature', { ids });
    expect(new Set(removed)).toEqual(new Set(ids));
  });

  it('[N5] [P15] a refusal is an error without a text to show', async () => {
    const refused = await providerOf('accountant');
    const error = await failure(refused.create('nomenclature', { data: { name: 'Чай' } }));
    expect([error.status, findApiError(error)?.kind, error.message.trim()]).toEqual([403, 'forbidden', '\u2060']);
  });

  it('[L9] an aborted list request rejects as aborted', async () => {
    const leaving = new AbortController();
    leaving.abort();
    const call = data.getList('nomenclature', { ...page, filter: {}, signal: leaving.signal });
    expect(data.supportAbortSignal).toBe(true);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('What a PUT carries', () => {
  const opened = { id: 1, version: 2, name: 'Чай', weight: 0.5, model_ids: [1, 2], updated_at: '2026-01-01T00:00:00Z' };
  const changes = (values: object) =>
    pickChangedFields(records.nomenclature as never, { ...opened, ...values }, opened);

  it.each([
    ['nothing when nothing changed', {}, {}],
    ['a changed text', { name: 'Кофе' }, { name: 'Кофе' }],
    ['an emptied number', { weight: null }, { weight: null }],
    ['no list that holds the same', { model_ids: [1, 2] }, {}],
    ['a list that lost one', { model_ids: [2] }, { model_ids: [2] }],
    ['no field that is not declared', { colour: 'red', updated_at: 'now', id: 7 }, {}],
    ['no field that was never set', { sku: undefined }, {}],
    ['a field that was not there', { sku: 'A-1' }, { sku: 'A-1' }],
  ])('[X13] %s', (_, values, expected) => {
    expect(changes(values)).toEqual(expected);
  });
});
