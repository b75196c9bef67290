import { type Field, longText, text } from '#contract/fields.ts';
import { exporting } from '#i18n/ru/exporting.ts';
import { type Lookups, parseCell } from '../table/cells.ts';
import { cellOf, type NameOf } from '../table/exportCells.ts';

/** A value of another kind; `isWhole` when nothing of what it said is gone. */
export interface Converted {
  value: unknown;
  isWhole: boolean;
}

interface Conversion {
  from: Field;
  to: Field;
  nameOf: NameOf;
  lookups: Lookups;
}

const NOTHING: Converted = { value: null, isWhole: false };

/** What an attribute's value becomes in another kind: as if it were written into a table and read back. */
export const convert = (value: unknown, by: Conversion): Converted => {
  const { from, to } = by;
  if (to.kind === 'localized') return inLanguages(value, by, to);
  if (from.kind === 'localized') return inOne(value as Record<string, string>, from, by);
  if (isOfSame(from, to)) return regrouped(value, to);
  if (from.kind === to.kind && !('of' in to)) return { value, isWhole: true };
  const isText = to.kind === 'text' || to.kind === 'longText';
  return readAs((isText ? textOf : cellOf)(value, from, by.nameOf), to, by.lookups);
};

/** Whether both name values of one reference. */
const isOfSame = (from: Field, to: Field): boolean => 'of' in from && 'of' in to && from.of === to.of;

const regrouped = (value: unknown, { kind }: Field): Converted => {
  const ids = [value].flat();
  if (kind === 'references') return { value: ids, isWhole: true };
  return { value: ids[0] ?? null, isWhole: ids.length < 2 };
};

const readAs = (cell: ReturnType<typeof cellOf>, to: Field, lookups: Lookups): Converted => {
  if (cell === null) return NOTHING;
  const parsed = parseCell(cell, to, lookups);
  if ('fault' in parsed) return NOTHING;
  const checked = to.schema.safeParse(parsed.value);
  if (!checked.success) return NOTHING;
  // A flag that is not set is no value; «нет» says the same.
  return { value: checked.data === false ? null : checked.data, isWhole: true };
};

/** The current text, else the first that there is; texts in other languages have no place left. */
const inOne = (texts: Record<string, string>, { languages }: Field<'localized'>, by: Conversion): Converted => {
  const written = languages.map(({ code }) => texts[code]).filter(text => text !== undefined);
  const read = readAs(written[0] ?? null, by.to, by.lookups);
  return { ...read, isWhole: read.isWhole && written.length < 2 };
};

const inLanguages = (value: unknown, { from, nameOf, lookups }: Conversion, to: Field<'localized'>): Converted => {
  const [current] = to.languages.filter(({ archived }) => !archived);
  const texts =
    from.kind === 'localized'
      ? Object.entries(value as Record<string, string>)
      : [[current?.code ?? '', textOf(value, from, nameOf)] as const];
  const kept = texts.flatMap(([code, said]) => {
    const read = to.languages.some(language => language.code === code)
      ? readAs(said, to.inner === 'text' ? text() : longText(), lookups)
      : NOTHING;
    return read.isWhole ? [[code, read.value] as const] : [];
  });
  return { value: kept.length > 0 ? Object.fromEntries(kept) : null, isWhole: kept.length === texts.length };
};

/** A value as people read it. */
export const textOf = (value: unknown, field: Field, nameOf: NameOf): string => {
  if (field.kind === 'localized') {
    const texts = value as Record<string, string>;
    return field.languages.flatMap(({ code }) => texts[code] ?? []).join(' / ');
  }
  if (value === true) return exporting.yes;
  const cell = cellOf(value, field, nameOf);
  if (typeof cell === 'object' && cell) return cell.day.split('-').toReversed().join('.');
  return typeof cell === 'number' ? String(cell).replace('.', ',') : (cell ?? '');
};
