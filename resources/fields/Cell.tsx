import { type ReactNode, Suspense, useMemo } from 'react';
import type { Field } from '#contract/fields.ts';
import type { AnyCell } from './own.tsx';
import type { DrawValue } from './view.ts';
import { viewOf } from './viewOf.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as it is drawn; an empty one is a quiet dash. */
export const drawn = (value: unknown, draw: DrawValue): ReactNode =>
  isEmpty(value) ? <span className="dash">—</span> : draw(value);

interface CellProps {
  value: unknown;
  field: Field;
  /** The cell of the field, where the declaration has one of its own. */
  Own?: AnyCell | undefined;
}

/** One value of a field by itself; nothing is looked up for an empty one. */
export const Cell = ({ value, field, Own }: CellProps) => {
  if (isEmpty(value)) return drawn(value, nothing);
  return Own ? drawOwn(Own)(value) : <FilledCell key={field.kind} {...{ value, field }} />;
};

const nothing = () => null;

/** What a record holds at a field is what the declaration was checked for. */
const drawOwn =
  (Own: AnyCell): DrawValue =>
  value => (
    <Suspense>
      <Own value={value as never} />
    </Suspense>
  );

const FilledCell = ({ value, field }: Omit<CellProps, 'Own'>) => useKind(field)(value);

/** Whoever draws with another kind is another component, by its `key`. */
const useKind = (field: Field): DrawValue => viewOf(field).useCell(field);

/** A column: its field, and the cell that the declaration has for it. */
export interface ColumnOf {
  field: Field;
  Own: AnyCell | undefined;
}
interface ColumnsProps {
  columns: readonly ColumnOf[];
  children: (columns: readonly DrawValue[]) => ReactNode;
}

/**
 * Draws with how the values of some columns are drawn, each looked up once however many rows there are. What is drawn
 * begins anew when there are other columns.
 */
export const Columns = ({ columns, children }: ColumnsProps) => <FromColumn {...{ columns, children }} known={none} />;

const none: readonly DrawValue[] = [];

/** A component for each column, one within the other, since hooks cannot be called in a loop. */
const FromColumn = ({ columns, known, children }: ColumnsProps & { known: readonly DrawValue[] }) => {
  const column = columns[known.length];
  if (!column) return children(known);
  const { field, Own } = column;
  const rest = { columns, known, children };
  return Own ? <OwnColumn key="own" {...rest} Own={Own} /> : <Column key={field.kind} {...rest} field={field} />;
};

type Rest = ColumnsProps & { known: readonly DrawValue[] };

const Column = ({ field, known, ...rest }: Rest & { field: Field }) => {
  const draw = useKind(field);
  const next = useMemo(() => [...known, draw], [known, draw]);
  return <FromColumn {...rest} known={next} />;
};

const OwnColumn = ({ Own, known, ...rest }: Rest & { Own: AnyCell }) => {
  const next = useMemo(() => [...known, drawOwn(Own)], [known, Own]);
  return <FromColumn {...rest} known={next} />;
};
