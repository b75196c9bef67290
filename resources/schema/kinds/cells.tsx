import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Field, Kind, Price } from '#contract/fields.ts';
import type { Granted } from '#contract/peopleFields.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { useCategoryTrees } from '#providers/categories.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useReferenceValues } from '#providers/referenceValues.ts';
import { useFormats } from '../format.ts';
import { StatusMark } from '../ui/StatusMark.tsx';
import { Tile } from '../ui/Tile.tsx';
import { useLabels } from '../useLabels.ts';
import { useFewRecords } from './useFewRecords.ts';
import { useWord } from './useWord.ts';

/** How the values of a field are written; the same function until something that it looks up is different. */
export type Written = (value: unknown) => ReactNode;

interface CellKind<K extends Kind> {
  /** Looks up, once for all values of a field, what writing them takes. No value is null, an empty one is drawn by `textOf`. */
  useWritten: (field: Field<K>) => Written;
  /** Width of a column in px; text columns share what is left. */
  width: number;
  numeric?: true;
  /** Says nothing without the name of its field: where no head stands above it, that stands before it. */
  bare?: true;
}

const useString = () => String;

const useNumber = ({ decimals }: Field<'number'>): Written => {
  const { number } = useFormats();
  return useCallback(value => number(Number(value), decimals), [number, decimals]);
};

const usePlace = (): Written => {
  const { number } = useFormats();
  return useCallback(value => number(Number(value), 0), [number]);
};

const useMoney = (): Written => {
  const { money } = useFormats();
  return useCallback(value => money(Number(value)), [money]);
};

const usePrices = ({ of }: Field<'prices'>): Written => {
  const { records } = useFewRecords(of);
  const { money } = useFormats();
  return useCallback(
    value =>
      (value as Price[])
        .map(({ project_id, amount }) => `${records.find(({ id }) => id === project_id)?.name ?? '…'} ${money(amount)}`)
        .join('; '),
    [records, money],
  );
};

const useCategories = (): Written => {
  const { pathOf } = useCategoryTrees();
  return useCallback(value => (value as number[]).map(id => pathOf(id)?.at(-1) ?? '…').join('; '), [pathOf]);
};

const useDay = (): Written => {
  const { day } = useFormats();
  return useCallback(value => day(String(value)), [day]);
};

const useMoment = (): Written => {
  const { moment } = useFormats();
  return useCallback(value => moment(String(value)), [moment]);
};

const useFlag = (): Written => {
  const translate = useTranslate();
  return useCallback(value => translate(value ? 'ra.boolean.true' : 'ra.boolean.false'), [translate]);
};

const marked: Written = value => <StatusMark status={String(value)} />;
const useStatus = () => marked;

const useByCode = ({ of, key }: Field<'byCode'>): Written => {
  const { nameOf } = useFewRecords(of, key);
  return useCallback(value => nameOf(String(value)), [nameOf]);
};

const useReference = ({ of }: Field<'reference'>): Written => {
  const { byId } = useReferenceValues(of);
  return useCallback(value => byId.get(Number(value))?.name ?? '…', [byId]);
};

const useReferences = ({ of }: Field<'references'>): Written => {
  const { byId } = useReferenceValues(of);
  return useCallback(value => (value as number[]).map(id => byId.get(id)?.name ?? '…').join(', '), [byId]);
};

/** In the current language, else in the first that it is written in. */
const useLocalized = ({ languages }: Field<'localized'>): Written =>
  useCallback(
    value => {
      const texts = value as Record<string, string | null>;
      const written = languages.toSorted((one, other) => Number(one.archived) - Number(other.archived));
      return written.map(({ code }) => texts[code]).find(Boolean) ?? '…';
    },
    [languages],
  );

const nothing = () => null;
/** A list has a column for each attribute in its place (`useFields`). */
const useNothing = () => nothing;

const useMany = ({ of }: Field<'many'>): Written => {
  const { count } = useLabels(of);
  return useCallback(value => count((value as unknown[]).length), [count]);
};

const numbered: Written = value => `№ ${String(value)}`;
const useOne = () => numbered;

const named: Written = value => (value as { name: string }).name;
const usePerson = () => named;

const usePermissions = (): Written => {
  const t = useT();
  return useCallback(
    value => {
      const held = new Set((value as Granted[]).map(({ slug }) => slug));
      const names = permissionSlugs.filter(slug => held.has(slug)).map(slug => t(`permissions.${slug}`));
      return `${t('people.permissions.held', { smart_count: held.size })}: ${names.join(', ')}`;
    },
    [t],
  );
};

const pictured: Written = value => <Tile name="" picture={String(value)} />;
const usePicture = () => pictured;

/** How each kind stands in a list. */
export const cellKinds: { [K in Kind]: CellKind<K> } = {
  text: { useWritten: useString, width: 130 },
  longText: { useWritten: useString, width: 260 },
  barcode: { useWritten: useString, width: 140 },
  number: { useWritten: useNumber, width: 96, numeric: true, bare: true },
  money: { useWritten: useMoney, width: 130, numeric: true },
  date: { useWritten: useDay, width: 124, bare: true },
  flag: { useWritten: useFlag, width: 96, bare: true },
  moment: { useWritten: useMoment, width: 160, bare: true },
  status: { useWritten: useStatus, width: 126 },
  choice: { useWritten: useWord, width: 160 },
  reference: { useWritten: useReference, width: 150 },
  many: { useWritten: useMany, width: 130 },
  one: { useWritten: useOne, width: 120, bare: true },
  byCode: { useWritten: useByCode, width: 160 },
  place: { useWritten: usePlace, width: 96, numeric: true, bare: true },
  picture: { useWritten: usePicture, width: 56 },
  prices: { useWritten: usePrices, width: 260 },
  categories: { useWritten: useCategories, width: 260 },
  person: { useWritten: usePerson, width: 180 },
  sharing: { useWritten: useNothing, width: 0 },
  permissions: { useWritten: usePermissions, width: 300 },
  password: { useWritten: useNothing, width: 0 },
  references: { useWritten: useReferences, width: 200 },
  localized: { useWritten: useLocalized, width: 200 },
  attributes: { useWritten: useNothing, width: 0 },
};

/** Width of a field's column in px: addresses are longer than other texts. */
export const columnWidthOf = (field: Field): number =>
  field.kind === 'text' && field.format === 'email' ? 220 : cellKinds[field.kind].width;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as it is written; nothing typed in it is a quiet dash. */
export const textOf = (value: unknown, write: Written): ReactNode =>
  isEmpty(value) ? <span className="dash">—</span> : write(value);

interface CellProps {
  value: unknown;
  field: Field;
}

/** One value of a field by itself; nothing is looked up for an empty one. */
export const Cell = ({ value, field }: CellProps) =>
  isEmpty(value) ? textOf(value, nothing) : <OneCell key={field.kind} {...{ value, field }} />;

const OneCell = ({ value, field }: CellProps) => useKind(field)(value);

const useKind = (field: Field): Written => (cellKinds[field.kind] as CellKind<Kind>).useWritten(field);

interface ColumnsProps {
  fields: readonly Field[];
  children: (columns: readonly Written[]) => ReactNode;
}

/**
 * Draws with how the values of some fields are written, each looked up once however many rows there are. What is drawn
 * begins anew when there are other fields.
 */
export const Columns = ({ fields, children }: ColumnsProps) => <FromColumn {...{ fields, children }} known={none} />;

const none: readonly Written[] = [];

/** A component for each field, one within the other, as hooks know no loop. */
const FromColumn = ({ fields, known, children }: ColumnsProps & { known: readonly Written[] }) => {
  const field = fields[known.length];
  return field ? <Column key={field.kind} {...{ field, fields, known, children }} /> : children(known);
};

const Column = ({ field, known, ...rest }: ColumnsProps & { field: Field; known: readonly Written[] }) => {
  const write = useKind(field);
  const next = useMemo(() => [...known, write], [known, write]);
  return <FromColumn {...rest} known={next} />;
};
