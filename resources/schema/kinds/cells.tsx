import type { ComponentType } from 'react';
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

/** A value as a list shows it; never null, an empty value is drawn by the table. */
export interface CellProps<K extends Kind = Kind> {
  value: unknown;
  field: Field<K>;
}

interface CellKind<K extends Kind> {
  Cell: ComponentType<CellProps<K>>;
  /** Width of a column in px; text columns share what is left. */
  width: number;
  numeric?: true;
  /** Says nothing without the name of its field: where no head stands above it, that stands before it. */
  bare?: true;
}

const TextCell = ({ value }: CellProps) => String(value);

const NumberCell = ({ value, field }: CellProps<'number'>) => useFormats().number(Number(value), field.decimals);

const PlaceCell = ({ value }: CellProps<'place'>) => useFormats().number(Number(value), 0);

const MoneyCell = ({ value }: CellProps<'money'>) => useFormats().money(Number(value));

const PricesCell = ({ value, field }: CellProps<'prices'>) => {
  const { records } = useFewRecords(field.of);
  const { money } = useFormats();
  const said = (value as Price[]).map(
    ({ project_id, amount }) => `${records.find(({ id }) => id === project_id)?.name ?? '…'} ${money(amount)}`,
  );
  return said.join('; ');
};

const CategoriesCell = ({ value }: CellProps<'categories'>) => {
  const { pathOf } = useCategoryTrees();
  return (value as number[]).map(id => pathOf(id)?.at(-1) ?? '…').join('; ');
};

const DateCell = ({ value }: CellProps<'date'>) => useFormats().day(String(value));

const MomentCell = ({ value }: CellProps<'moment'>) => useFormats().moment(String(value));

const FlagCell = ({ value }: CellProps<'flag'>) => {
  const translate = useTranslate();
  return value ? translate('ra.boolean.true') : translate('ra.boolean.false');
};

const StatusCell = ({ value }: CellProps<'status'>) => <StatusMark status={String(value)} />;

const ChoiceCell = ({ value, field }: CellProps<'choice'>) => useWord(field)(value);

const ByCodeCell = ({ value, field }: CellProps<'byCode'>) => {
  const code = String(value);
  return useFewRecords(field.of, field.key).nameOf(code);
};

const ReferenceCell = ({ value, field }: CellProps<'reference'>) => {
  const { byId } = useReferenceValues(field.of);
  return byId.get(Number(value))?.name ?? '…';
};

const ReferencesCell = ({ value, field }: CellProps<'references'>) => {
  const { byId } = useReferenceValues(field.of);
  return (value as number[]).map(id => byId.get(id)?.name ?? '…').join(', ');
};

/** In the current language, else in the first that it is written in. */
const LocalizedCell = ({ value, field }: CellProps<'localized'>) => {
  const texts = value as Record<string, string | null>;
  const written = field.languages.toSorted((one, other) => Number(one.archived) - Number(other.archived));
  return written.map(({ code }) => texts[code]).find(Boolean) ?? '…';
};

/** A list has a column for each attribute in its place (`useFields`). */
const NothingCell = () => null;

const ManyCell = ({ value, field }: CellProps<'many'>) => useLabels(field.of).count((value as unknown[]).length);

const OneCell = ({ value }: CellProps<'one'>) => `№ ${String(value)}`;

const PersonCell = ({ value }: CellProps) => (value as { name: string }).name;

/** Whom a record is for is no column: its own tab says it. */
const SharingCell = () => null;

const PermissionsCell = ({ value }: CellProps) => {
  const t = useT();
  const held = new Set((value as Granted[]).map(({ slug }) => slug));
  const names = permissionSlugs.filter(slug => held.has(slug)).map(slug => t(`permissions.${slug}`));
  return `${t('people.permissions.held', { smart_count: held.size })}: ${names.join(', ')}`;
};

const PictureCell = ({ value }: CellProps) => <Tile name="" picture={String(value)} />;

/** How each kind stands in a list. */
export const cellKinds: { [K in Kind]: CellKind<K> } = {
  text: { Cell: TextCell, width: 130 },
  longText: { Cell: TextCell, width: 260 },
  barcode: { Cell: TextCell, width: 140 },
  number: { Cell: NumberCell, width: 96, numeric: true, bare: true },
  money: { Cell: MoneyCell, width: 130, numeric: true },
  date: { Cell: DateCell, width: 124, bare: true },
  flag: { Cell: FlagCell, width: 96, bare: true },
  moment: { Cell: MomentCell, width: 160, bare: true },
  status: { Cell: StatusCell, width: 126 },
  choice: { Cell: ChoiceCell, width: 160 },
  reference: { Cell: ReferenceCell, width: 150 },
  many: { Cell: ManyCell, width: 130 },
  one: { Cell: OneCell, width: 120, bare: true },
  byCode: { Cell: ByCodeCell, width: 160 },
  place: { Cell: PlaceCell, width: 96, numeric: true, bare: true },
  picture: { Cell: PictureCell, width: 56 },
  prices: { Cell: PricesCell, width: 260 },
  categories: { Cell: CategoriesCell, width: 260 },
  person: { Cell: PersonCell, width: 180 },
  sharing: { Cell: SharingCell, width: 0 },
  permissions: { Cell: PermissionsCell, width: 300 },
  password: { Cell: NothingCell, width: 0 },
  references: { Cell: ReferencesCell, width: 200 },
  localized: { Cell: LocalizedCell, width: 200 },
  attributes: { Cell: NothingCell, width: 0 },
};

/** Width of a field's column in px: addresses are longer than other texts. */
export const columnWidthOf = (field: Field): number =>
  field.kind === 'text' && field.format === 'email' ? 220 : cellKinds[field.kind].width;

/** The cell of a field's value; nothing typed in it is a quiet dash. */
export const Cell = ({ value, field }: CellProps) => {
  const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (empty) return <span className="dash">—</span>;
  const { Cell: Drawn } = cellKinds[field.kind] as CellKind<Kind>;
  return <Drawn value={value} field={field} />;
};
