import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { type ExportFormat, exportFormats, tableMediaTypes } from '#contract/bulk.ts';
import { API_BASE } from '#contract/limits.ts';
import { getCollection, resourceNames } from '#contract/records.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { getFieldLabel } from '#server/table/labels.ts';
import { openTable } from '#server/table/openTable.ts';
import { runFile } from '#tests/support/importing.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { makeTargets, recordIn, type Sample, sampleBody } from '#tests/support/samples.ts';
import { describeOnBoth, describeOnEmbedded, type TestServer } from '#tests/support/server.ts';
import { fileOf } from '#tests/support/tables.ts';

const LISTED = 5;

interface File {
  status: number;
  type: string;
  name: string;
  bytes: Uint8Array;
}

const download = async (server: TestServer, path: string, role: RoleSlug = 'admin', ids?: number[]): Promise<File> => {
  const { access } = await server.signIn(role);
  const response = await server.app.request(`${API_BASE}${path}`, {
    headers: { Authorization: `Bearer ${access}`, ...(ids && { 'Content-Type': 'application/json' }) },
    ...(ids && { method: 'POST', body: JSON.stringify({ ids }) }),
  });
  const disposition = response.headers.get('Content-Disposition') ?? '';
  return {
    status: response.status,
    type: response.headers.get('Content-Type') ?? '',
    name: decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? ''),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
};
const csvRows = ({ bytes }: File): string[][] =>
  parse(new TextDecoder().decode(bytes), { delimiter: ';', bom: true }) as string[][];
const bookRows = async ({ bytes }: File): Promise<unknown[][]> => {
  const table = await openTable(fileOf(bytes), cells => cells.length);
  const rows: unknown[][] = [];
  for await (const group of table.rows()) rows.push(...group.map(({ cells }) => [...cells]));
  table.close();
  return rows;
};

for (const resource of resourceNames) {
  const collection = getCollection(resource);
  const { path } = collection;

  describeOnEmbedded(`Export of ${resource}`, server => {
    const begin = async () => {
      const send = await server().as('admin');
      const targets = await makeTargets(server(), collection);
      const made: Sample[] = [];
      for (let n = 0; n < LISTED; n += 1)
        made.push(recordIn(await send('POST', path, sampleBody(collection, n, targets))));
      return { made, these: made.map(({ id }) => `ids=${id}`).join('&') };
    };
    const nameColumn = (rows: unknown[][]): unknown[] => {
      const at = rows[0]?.indexOf(getFieldLabel(resource, 'name')) ?? -1;
      return rows.slice(1).map(row => row[at]);
    };

    it.each(exportFormats)(
      '[X54] the matching records are exported as .%s in the order of the list, with the date in the file name',
      async format => {
        const { made, these } = await begin();
        const file = await download(server(), `${path}/export?format=${format}&sort=id&order=desc&${these}`);
        expect([file.status, file.type.split(';')[0]]).toEqual([200, tableMediaTypes[format as ExportFormat]]);
        expect(file.name).toMatch(new RegExp(`^[А-ЯЁ][а-яё ]+ \\d{4}-\\d\\d-\\d\\d\\.${format}$`));
        const rows = format === 'csv' ? csvRows(file) : await bookRows(file);
        expect(nameColumn(rows)).toEqual(made.toReversed().map(({ name }) => name));
      },
    );

    it('[X54] only the selected records are exported', async () => {
      const { made } = await begin();
      const ids = [made[3]?.id, made[1]?.id] as number[];
      const file = await download(server(), `${path}/export?format=csv&sort=id`, 'admin', ids);
      expect(nameColumn(csvRows(file))).toEqual([made[1]?.['name'], made[3]?.['name']]);
    });

    it('[X12] [X54] an unknown parameter or format is a 400 without a file', async () => {
      const queries = ['format=pdf', '', 'format=csv&nonsense=1', 'format=csv&sort=nonsense'];
      for (const query of queries)
        expect([query, (await download(server(), `${path}/export?${query}`)).status]).toEqual([query, 400]);
    });
  });
}

describeOnBoth('Export of products', server => {
  const seed = async () => {
    const send = await server().as('admin');
    const make = async (to: string, body: object) => recordIn(await send('POST', to, body)).id;
    const brand = (name: string, code?: string) => make('/reference/brand/value', { name, code });
    const [one, spruce, other] = [await brand('Своя полка'), await brand('Ёлка', 'E-1'), await brand('Елка', 'E-2')];
    const unit = await make('/reference/unit/value', { name: 'Штука', symbol: 'шт' });
    const model = await make('/models', { name: 'Сыры' });
    const full = { unit_id: unit, weight: 0.125, price: 1490.5, on_sale_from: '2026-05-12', model_ids: [model] };
    await make('/products', { name: '=HYPERLINK("x")', sku: '+1', brand_id: one, status: 'active', ...full });
    await make('/products', { name: "'@сыр; «мягкий»", sku: '007', barcode: '4600000000015', brand_id: spruce });
    await make('/products', { name: '- Чай', sku: 'A,1', brand_id: other, by_weight: true, description: 'а\n\nб' });
    return send;
  };

  it.each(exportFormats)('[X56] [I21] importing an exported .%s changes nothing', async format => {
    const send = await seed();
    const before = (await send('GET', '/products?sort=id')).result;
    const file = await download(server(), `/products/export?format=${format}`);
    const { counts } = await runFile(server(), file.bytes, `товары.${format}`);
    expect(counts).toEqual({ new: 0, changed: 0, unchanged: 3, faulty: 0 });
    expect((await send('GET', '/products?sort=id')).result).toEqual(before);
  });

  it('[X54] words, names and numbers are written the way people write them', async () => {
    await seed();
    const rows = csvRows(await download(server(), '/products/export?format=csv&sort=name&order=desc&search=hyperlink'));
    const record = Object.fromEntries(rows[0]?.map((head, at) => [head, rows[1]?.[at]]) ?? []);
    expect(record).toMatchObject({
      Название: `'=HYPERLINK("x")`,
      Статус: 'Активен',
      Бренд: 'Своя полка',
      'Вес, кг': '0,125',
      'Цена, RUB': '1490,5',
      Весовой: 'нет',
      'В продаже с': '12.05.2026',
      Модели: 'Сыры',
    });
  });

  it('[X54] [P15] [P22] it contains only what the user may see, and only users who may list get it', async () => {
    await seed();
    const heads = async () => csvRows(await download(server(), '/products/export?format=csv', 'accountant'))[0];
    await letRole(server(), 'accountant', ...allBut('product.show-prices', 'models.show-list'));
    expect(await heads()).toEqual(expect.arrayContaining(['Название', 'Штрихкод']));
    expect(await heads()).not.toEqual(expect.arrayContaining(['Цена, RUB']));
    // A user who sees the links but not the linked records must not learn their names.
    expect(await heads()).not.toEqual(expect.arrayContaining(['Модели']));
    await letRole(server(), 'accountant', ...allBut('products.show-list'));
    for (const ids of [undefined, [1]])
      expect((await download(server(), '/products/export?format=csv', 'accountant', ids)).status).toBe(403);
    await letRole(server(), 'accountant', ...allBut('product.show-prices'));
    expect((await download(server(), '/products/export?format=csv&price_from=1', 'accountant')).status).toBe(403);
  });

  it('[X57] an export larger than one batch is complete and in order', async () => {
    await server().db.execute(
      "insert into products (name, sku) select 'Товар ' || n, n from generate_series(1, 1300) n",
    );
    const rows = csvRows(await download(server(), '/products/export?format=csv&sort=id'));
    expect(rows.slice(1).map(([name]) => name)).toEqual(Array.from({ length: 1300 }, (_, at) => `Товар ${at + 1}`));
  });
});
