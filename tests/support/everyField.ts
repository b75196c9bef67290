import { asc, desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Field, getKindTraits, type Kind } from '#contract/fields.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { attributeKinds } from '#contract/resources/settings/attribute.ts';
import { nestValues } from '#contract/values.ts';
import { categories, referenceValues } from '#server/db/schema.ts';
import { readTableSources } from '#server/records/readTableSources.ts';
import { getImportableFields, tableOnlyColumns } from '#server/table/importable.ts';
import { addLanguages, addReference, defineAttributes } from './attributes.ts';
import { addBrand } from './importing.ts';
import { targetOf } from './samples.ts';
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

/** Values that a table could damage. A field that takes none of them gets a sample of its kind. */
const awkward: { [K in Kind]?: (at: number, turn: number) => unknown } = {
  text: (at, turn) => texts[(at * 2 + turn) % texts.length],
  longText: (at, turn) => `${lines[(at + turn) % lines.length]}`.trim(),
  number: (_, turn) => [0.125, 4321][turn],
  money: (_, turn) => [0.1, 99_999.99][turn],
  flag: (_, turn) => turn === 0,
  date: (_, turn) => ['2026-02-28', '1999-12-31'][turn],
  barcode: (_, turn) => ['00123', '00007'][turn],
};

/** Names that need quotes or look like formulas and numbers; three, so that each turn has a reference of its own. */
const valueNames = ['=Соль, перец', '"Чили"; острый', '-нет'];

/** The records that a field may refer to; the values of a reference are added where it has none. */
const readTargets = async ({ db }: TestServer, field: Field): Promise<number[]> => {
  if (field.kind === 'categories') {
    const ofPlatform = eq(categories.platform, field.platform ?? '');
    return (await db.select().from(categories).where(ofPlatform).orderBy(desc(categories.id))).map(({ id }) => id);
  }
  const reference = parseReferenceName(targetOf(field) ?? '');
  if (reference === null) return [];
  const read = () =>
    db.select().from(referenceValues).where(eq(referenceValues.reference, reference)).orderBy(asc(referenceValues.id));
  if (!(await db.$count(referenceValues, eq(referenceValues.reference, reference))))
    await db.insert(referenceValues).values(valueNames.map(name => ({ reference, name })));
  return (await read()).map(({ id }) => id);
};

/** A value of a field, another one for each turn. */
const valueOf = (field: Field, ids: readonly number[], at: number, turn: number): unknown => {
  const value = awkward[field.kind]?.(at, turn);
  if (value !== undefined && field.schema.safeParse(value).success) return value;
  const sample = getKindTraits(field).sample(field, turn * 2 + 1, { ids, codes: [] });
  expect(sample, `a sample of the kind "${field.kind}"`).toBeDefined();
  return sample;
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
  await addReference(server, 'test_list');
  await defineAttributes(
    server,
    ...attributeKinds.flatMap(kind => {
      const reference =
        kind === 'reference' ? { reference: 'brand' } : kind === 'references' ? { reference: 'test_list' } : {};
      const plain = { code: kind, name: `Свойство ${kind}`, kind, ...reference };
      const isText = kind === 'text' || kind === 'long_text';
      return isText ? [plain, { ...plain, code: `${kind}-x`, name: `По языкам ${kind}`, per_language: true }] : [plain];
    }),
  );
  const fields = [...getImportableFields(await readTableSources(server.db))].filter(
    ([name]) => !tableOnlyColumns.includes(name),
  );
  const targets = new Map<string, number[]>();
  for (const [name, field] of fields) targets.set(name, await readTargets(server, field));
  const send = await server.as('admin');
  const make = async (sku: string, turn: number | null) => {
    const values = Object.fromEntries(
      fields.flatMap(([name, field], at) =>
        turn === null ? [] : [[name, valueOf(field, targets.get(name) ?? [], at, turn)] as const],
      ),
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
