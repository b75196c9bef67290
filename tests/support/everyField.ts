import { expect } from 'vitest';
import type { Field, Kind } from '#contract/fields.ts';
import { attributeKinds } from '#contract/resources/settings/attribute.ts';
import { nestValues } from '#contract/values.ts';
import { categories } from '#server/db/schema.ts';
import { readTableSources } from '#server/records/readTableSources.ts';
import { getImportableFields, tableOnlyColumns } from '#server/table/importable.ts';
import { addLanguages, addReference, defineAttributes } from './attributes.ts';
import { addBrand } from './importing.ts';
import type { TestServer } from './server.ts';
import { addShops } from './synchronization.ts';

/** What spreadsheets and formulas like to make something else of. */
const texts = [
  '=1+1',
  '+7 900 123-45-67',
  '@x',
  '-хлеб',
  '007',
  '1,50',
  '12.05.2026',
  '«a»; "b", c',
  "'=1",
  'ИСТИНА',
  '_x0041_',
];
const lines = ['одна\nдве;\n"три"', '=SUM(A1)\n\n@x', '  с краю,\tи ещё'];

/** A value of a field, another one for each turn. */
const valueOf = (field: Field, at: number, turn: number): unknown => {
  const text = texts[(at * 2 + turn) % texts.length];
  const word: { [K in Kind]?: unknown } = {
    text,
    longText: `${lines[(at + turn) % lines.length]}`.trim(),
    number: [0.125, 4321][turn],
    money: [0.1, 99_999.99][turn],
    flag: turn === 0,
    date: ['2026-02-28', '1999-12-31'][turn],
    status: field.kind === 'status' ? field.values[turn] : undefined,
    reference: turn + 1,
    references: turn === 0 ? [3] : [3, 4, 5],
    categories: field.kind === 'categories' && field.platform === 'web' ? [[2, 4], [1]][turn] : [3],
    barcode: ['00123', '00007'][turn],
  };
  expect(word[field.kind], `a value of the kind "${field.kind}"`).toBeDefined();
  return word[field.kind];
};

/** Products with a value in every field and one with none. @returns the names of the fields */
export const fillEveryField = async (server: TestServer): Promise<string[]> => {
  await addShops(server);
  await server.db
    .insert(categories)
    .values({ platform: 'web', parent_id: 1, name: 'Чай; «улун» > "чёрный"', position: 2 });
  await addLanguages(server, ['ru', 'Русский'], ['en', 'English']);
  await addBrand(server, '=Соль, перец');
  await addBrand(server, '007');
  await addReference(server, 'list', 'Соль, перец', '"Чили"; острый', '-нет');
  await defineAttributes(
    server,
    ...attributeKinds.flatMap(kind => {
      const reference =
        kind === 'reference' ? { reference: 'brand' } : kind === 'references' ? { reference: 'list' } : {};
      const plain = { code: kind, name: `Свойство ${kind}`, kind, ...reference };
      const isText = kind === 'text' || kind === 'long_text';
      return isText ? [plain, { ...plain, code: `${kind}-x`, name: `По языкам ${kind}`, per_language: true }] : [plain];
    }),
  );
  const fields = [...getImportableFields(await readTableSources(server.db))].filter(
    ([name]) => name !== 'unit_id' && !tableOnlyColumns.includes(name),
  );
  const send = await server.as('admin');
  const make = async (sku: string, turn: number | null) => {
    const values = Object.fromEntries(
      fields.flatMap(([name, field], at) => (turn === null ? [] : [[name, valueOf(field, at, turn)] as const])),
    );
    const parts = (of: string) =>
      fields.flatMap(([name, field]) =>
        name.startsWith(`${of}.`) && values[name] !== undefined ? [{ field, value: values[name] }] : [],
      );
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => !/^(prices|categories)\./.test(name)));
    const { status, ...answer } = await send('POST', '/products', {
      name: `Товар ${sku}`,
      ...nestValues(own),
      prices: parts('prices').map(({ field, value }) => ({
        project_id: field.kind === 'money' ? field.project : 0,
        amount: value,
        currency: 'RUB',
      })),
      categories: parts('categories').flatMap(({ value }) => value as number[]),
      sku,
    });
    expect([status, answer]).toEqual([200, expect.anything()]);
  };
  await make('A-1', 0);
  await make('A-2', 1);
  await make('A-3', null);
  return fields.map(([name]) => name);
};
