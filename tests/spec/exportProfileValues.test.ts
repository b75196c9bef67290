import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExportContent, type ExportField, NewExportProfile } from '#contract/exportProfiles.ts';
import { type Field, getKindTraits, type Kind } from '#contract/fields.ts';
import { toMapping } from '#contract/importMapping.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { createProfileLayout } from '#server/exports/layout.ts';
import { findReturningProfile, listProfileHeadings } from '#server/exports/returning.ts';
import { presentExportFields } from '#server/exports/sample.ts';
import { applyMapping } from '#server/table/applyMapping.ts';
import { readBatches } from '#server/table/batches.ts';
import { countKnown } from '#server/table/columns.ts';
import { unescapeCell } from '#server/table/csv.ts';
import { toExportCell } from '#server/table/exportCells.ts';
import { assertCanEncode, toFileStream } from '#server/table/exportFile.ts';
import { getImportableFields, tableOnlyColumns } from '#server/table/importable.ts';
import { openTable } from '#server/table/openTable.ts';
import { foldName, type Lookups } from '#server/table/parseResult.ts';
import { createHeaderCheck } from '#server/table/profileHeader.ts';
import { proposeLayout } from '#server/table/proposeLayout.ts';
import { exportColumn, file, profileOf } from '#tests/support/exportProfiles.ts';
import { targetOf } from '#tests/support/samples.ts';
import { fileOf } from '#tests/support/tables.ts';

const attribute = { unit: null, reference: null, per_language: false, required: false, archived: false } as const;
const of = (code: string, kind: 'flag' | 'number' | 'references', reference: string | null = null) =>
  ({ ...attribute, code, name: `Свойство ${code}`, kind, reference, applies_to: 'products' }) as const;
const fields = new Map(
  [
    ...getImportableFields({
      attributes: [of('fresh', 'flag'), of('degrees', 'number'), of('tastes', 'references', 'taste')],
      languages: [],
      projects: [{ id: 1, code: 'moscow', name: 'Москва', platform: 'site' }],
      ownPrefixes: [],
    }),
  ].filter(([name, { kind }]) => !tableOnlyColumns.includes(name) && kind !== 'categories'),
);
const exportFields: ExportField[] = presentExportFields('nomenclature', fields);

/** Names that contain every separator, and no two that an import would take for one. */
const names = ['Соль', 'Соль, перец', 'a;b', 'a|b', '"Чили"; острый', '=1', '-нет', 'x > y', '007', 'Ёж «1»'];
const namesById = new Map(names.map((name, at) => [at + 1, name]));
const idsByName = new Map([...namesById].map(([id, name]) => [foldName(name), id]));
const lookups: Lookups = Object.fromEntries(
  [...fields.values()].flatMap(field => {
    const reference = parseReferenceName(targetOf(field) ?? '');
    return reference === null ? [] : [[reference, idsByName]];
  }),
);

/** Letters, and what separates, quotes, escapes or looks like a formula. */
const letters = [...'абвYZё =+-"\';,|@._x0041'];
const line = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
const lines = fc.string({ unit: fc.constantFrom(...letters, '\n', '\t'), maxLength: 12 });
const decimalOf = (decimals: number, max: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map(value => value / 10 ** decimals);
const day = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(value => value.toISOString().slice(0, 10));
const id = fc.constantFrom(...namesById.keys());
const valueOf = (field: Field): fc.Arbitrary<unknown> => {
  const values: { [K in Kind]?: fc.Arbitrary<unknown> } = {
    text: line,
    longText: lines,
    number: field.kind === 'number' ? decimalOf(field.decimals, Math.min(field.max, 9999)) : fc.constant(null),
    money: decimalOf(2, 99_999),
    flag: fc.boolean(),
    date: day,
    status: fc.constantFrom(...(field.kind === 'status' ? field.values : ['draft'])),
    reference: id,
    references: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
  };
  const ids = [...namesById.keys()];
  return values[field.kind] ?? fc.nat({ max: 500 }).map(n => getKindTraits(field).sample(field, n, { ids, codes: [] }));
};
const record = fc.record(
  Object.fromEntries(
    [...fields].map(([name, field]) => [
      name,
      fc.option(valueOf(field)).map(value => field.schema.safeParse(value).data ?? null),
    ]),
  ),
);

/** Another value for each record in the fields where no two may have the same. */
const uniqueValuesOf = (values: Readonly<Record<string, unknown>>, at: number): Record<string, unknown> =>
  Object.fromEntries(
    [...fields]
      .filter(([name, field]) => field.unique && (values[name] ?? null) !== null)
      .map(([name, field]) => [name, getKindTraits(field).sample(field, at, { ids: [], codes: [] })]),
  );

const write = async (
  content: ExportContent,
  records: readonly Record<string, unknown>[],
): Promise<Uint8Array | null> => {
  const { file, columns } = createProfileLayout({ name: 'Маркет', ...content }, fields);
  const nameOf = (_: Field, value: number) => namesById.get(value) ?? '';
  const rows = records.map(values =>
    columns.map(({ name, field, constant, format }) =>
      toExportCell(name === null ? constant : values[name], field, nameOf, format),
    ),
  );
  async function* groups() {
    yield rows;
  }
  const isEncodable = await assertCanEncode(file, columns, groups).then(
    () => true,
    () => false,
  );
  if (!isEncodable) return null;
  const stream = toFileStream(file.type, { title: 'Товары', columns, groups: groups() }, file);
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const read = async (content: ExportContent, bytes: Uint8Array) => {
  const isProfileHeader = createHeaderCheck([listProfileHeadings(content)]);
  const table = await openTable(fileOf(bytes), cells =>
    isProfileHeader(cells.map(unescapeCell)) ? Number.POSITIVE_INFINITY : countKnown(cells, fields),
  );
  try {
    const { proposal } = await proposeLayout(table, { fields, lookups, isProfileHeader });
    const found = findReturningProfile([content], proposal, { fields, closed: [] });
    expect(found, JSON.stringify(toMapping(proposal).columns)).not.toBeNull();
    const mapped = await applyMapping(table, found?.mapping ?? toMapping(proposal), fields);
    const rows: Record<string, unknown>[] = [];
    for await (const batch of readBatches(mapped, { fields, lookups, size: 100 })) {
      expect(batch.faults).toEqual([]);
      rows.push(...batch.rows.map(({ values }) => values));
    }
    return rows;
  } finally {
    table.close();
  }
};

/** Its proposal joins «!» to «Название», because all products seem to have one name. */
const namesakes: [ExportContent, Record<string, unknown>[]] = [
  {
    resource: 'nomenclature',
    file: { ...file, type: 'xlsx' },
    columns: [
      exportColumn('Артикул', 'sku'),
      exportColumn('!', 'weight', { format: { kind: 'measure', word: 'кг' } }),
      exportColumn('Название', null, { constant: 'шт' }),
    ],
  },
  [{ weight: 0 }, { weight: 0.001 }],
];

describe('§1 An export profile', () => {
  it('[I934] any values come back through any profile as they were', async () => {
    await fc.assert(
      fc.asyncProperty(
        profileOf(exportFields, ['sku']),
        fc.uniqueArray(record, { minLength: 1, maxLength: 5, selector: ({ sku }) => sku }),
        async (profile, values) => {
          const content = NewExportProfile.omit({ name: true }).parse(profile);
          const records = values.map((one, at) => ({ ...one, ...uniqueValuesOf(one, at), sku: `A-${at}` }));
          const bytes = await write(content, records);
          if (!bytes) return;
          const written = new Set(content.columns.flatMap(({ field }) => field ?? []));
          const expected = records.map(one =>
            Object.fromEntries(Object.entries(one).filter(([name, value]) => written.has(name) && value !== null)),
          );
          expect(await read(content, bytes)).toEqual(expected);
        },
      ),
      { numRuns: 300, examples: [namesakes] },
    );
  });
});
