import { type ReactNode, Suspense, useMemo } from 'react';
import type { Field } from '#contract/fields.ts';
import type { AnyCell } from './custom.tsx';
import { getKindView } from './getKindView.ts';
import type { RenderValue } from './view.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const renderValue = (value: unknown, draw: RenderValue): ReactNode =>
  isEmpty(value) ? <span className="dash">—</span> : draw(value);

interface CellProps {
  value: unknown;
  field: Field;
  Own?: AnyCell | undefined;
}

export const Cell = ({ value, field, Own }: CellProps) => {
  if (isEmpty(value)) return renderValue(value, renderNothing);
  return Own ? renderCustomCell(Own)(value) : <FilledCell key={field.kind} {...{ value, field }} />;
};

const renderNothing = () => null;

/** The cast is safe: the declaration has checked the cell against the field. */
const renderCustomCell =
  (Own: AnyCell): RenderValue =>
  value => (
    <Suspense>
      <Own value={value as never} />
    </Suspense>
  );

const FilledCell = ({ value, field }: Omit<CellProps, 'Own'>) => useKindRenderer(field)(value);

/**
 * Each kind has its own hook. Callers set a `key`, so that a different kind mounts a new component and the order of
 * hooks stays the same.
 */
const useKindRenderer = (field: Field): RenderValue => getKindView(field).useCell(field);

export interface ColumnOf {
  field: Field;
  Own: AnyCell | undefined;
}
interface ColumnsProps {
  columns: readonly ColumnOf[];
  children: (columns: readonly RenderValue[]) => ReactNode;
}

/**
 * Provides the render functions of several columns, each with one lookup for all rows. A different set of columns
 * remounts the children, because the number of hooks changes.
 */
export const Columns = ({ columns, children }: ColumnsProps) => (
  <RemainingColumns {...{ columns, children }} known={NO_RENDERERS} />
);

const NO_RENDERERS: readonly RenderValue[] = [];

/** Nested components, one per column, because hooks cannot be called in a loop. */
const RemainingColumns = ({ columns, known, children }: ColumnsProps & { known: readonly RenderValue[] }) => {
  const column = columns[known.length];
  if (!column) return children(known);
  const { field, Own } = column;
  const rest = { columns, known, children };
  return Own ? <CustomColumn key="own" {...rest} Own={Own} /> : <Column key={field.kind} {...rest} field={field} />;
};

type RemainingProps = ColumnsProps & { known: readonly RenderValue[] };

const Column = ({ field, known, ...rest }: RemainingProps & { field: Field }) => {
  const draw = useKindRenderer(field);
  const next = useMemo(() => [...known, draw], [known, draw]);
  return <RemainingColumns {...rest} known={next} />;
};

const CustomColumn = ({ Own, known, ...rest }: RemainingProps & { Own: AnyCell }) => {
  const next = useMemo(() => [...known, renderCustomCell(Own)], [known, Own]);
  return <RemainingColumns {...rest} known={next} />;
};
