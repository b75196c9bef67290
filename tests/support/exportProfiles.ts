import fc from 'fast-check';
import { exportFormats } from '#contract/bulk.ts';
import {
  type ColumnFormat,
  decimalMarks,
  delimiters,
  type ExportColumn,
  type ExportContent,
  type ExportField,
  exportEncodings,
  listSeparators,
  stockFile,
} from '#contract/exportProfiles.ts';

export const EXPORT_PROFILES = '/export-profiles';

export const file: ExportContent['file'] = { type: 'csv', ...stockFile };

export const exportColumn = (
  heading: string,
  field: string | null,
  more: Partial<ExportColumn> = {},
): ExportColumn => ({
  heading,
  field,
  constant: '',
  format: null,
  ...more,
});

const word = fc.constantFrom(
  'есть',
  'нет в наличии',
  '1',
  '0',
  '=да',
  'Yes',
  '+',
  '-',
  '_x0041_',
  '__proto__',
  'нет',
  'да',
);

const formatOf = (field: ExportField): fc.Arbitrary<ColumnFormat | null> => {
  const formats: { [K in ColumnFormat['kind']]: fc.Arbitrary<ColumnFormat> } = {
    date: fc.record({ kind: fc.constant('date' as const), order: fc.constantFrom('dmy' as const, 'ymd' as const) }),
    measure: fc.record({ kind: fc.constant('measure' as const), word: fc.constantFrom(...field.words, 'фунт') }),
    flag: fc.record({ kind: fc.constant('flag' as const), yes: word, no: word }).filter(({ yes, no }) => yes !== no),
    code: fc.constant({ kind: 'code' }),
    list: fc.record({ kind: fc.constant('list' as const), separator: fc.constantFrom(...listSeparators) }),
  };
  return field.format ? fc.option(formats[field.format]) : fc.constant(null);
};

/** Headings that mean something else, or nothing, or look like formulas. */
const heading = fc.oneof(
  fc.constantFrom(
    'Название',
    'Артикул',
    'Цена',
    'Итого',
    '=1',
    '-5%',
    'a;b',
    'x,y',
    '"q"',
    "'",
    'sep=;',
    '_x0041_',
    'Ё 1',
  ),
  fc.string({ minLength: 1, maxLength: 12 }).filter(text => text.trim() !== '' && !/[\p{Cc}\p{Cs}]/u.test(text)),
);

/** Any profile of these fields that has one of the keys. */
export const profileOf = (
  fields: readonly ExportField[],
  keys: readonly string[],
  encodings: readonly (typeof exportEncodings)[number][] = exportEncodings,
): fc.Arbitrary<ExportContent> => {
  const columnOf = (field: ExportField) =>
    fc
      .record({ heading: fc.oneof(heading, fc.constant(field.label.slice(0, 100))), format: formatOf(field) })
      .map(values => exportColumn(values.heading, field.name, { format: values.format }));
  const constant = fc
    .record({ heading, constant: fc.constantFrom('', 'шт', '=1', '123') })
    .map(values => exportColumn(values.heading, null, { constant: values.constant }));
  const required = fields.filter(({ name }) => keys.includes(name)).map(columnOf);
  const others = fc.array(fc.oneof(...fields.map(columnOf), constant), { maxLength: 20 });
  return fc.record({
    resource: fc.constant('nomenclature' as const),
    file: fc.record({
      type: fc.constantFrom(...exportFormats),
      delimiter: fc.constantFrom(...delimiters),
      encoding: fc.constantFrom(...encodings),
      mark: fc.constantFrom(...decimalMarks),
    }),
    columns: fc
      .tuple(fc.oneof(...required), others, fc.nat())
      .map(([key, rest, at]) => rest.toSpliced(at % (rest.length + 1), 0, key)),
  });
};
