import { type ReactNode, Suspense, useMemo } from 'react';
import type { Field } from '#contract/fields.ts';
import type { AnyCell } from './custom.tsx';
import { getKindView } from './getKindView.ts';
import type { RenderValue } from './view.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const renderValue = (value: unknown, renderCell: RenderValue): ReactNode =>
  isEmpty(value) ? <span className="dash">—</span> : renderCell(value);

interface CellProps {
  value: unknown;
  field: Field;
  CustomCell?: AnyCell | undefined;
}

export const Cell = ({ value, field, CustomCell }: CellProps) => {
  if (isEmpty(value)) return renderValue(value, renderNothing);
  return CustomCell ? renderCustomCell(CustomCell)(value) : <FilledCell key={field.kind} {...{ value, field }} />;
};

const renderNothing = () => null;

/** The cast is safe: the declaration has checked the cell against the field. */
const renderCustomCell =
  (CustomCell: AnyCell): RenderValue =>
  value => (
    <Suspense>
      <CustomCell value={value as never} />
    </Suspense>
  );

const FilledCell = ({ value, field }: Omit<CellProps, 'CustomCell'>) => useKindRenderer(field)(value);

/**
 * Each kind has its own hook. Callers set a `key`, so that a different kind mounts a new component and the order of
 * hooks stays the same.
 */
const useKindRenderer = (field: Field): RenderValue => getKindView(field).useCell(field);

export interface ColumnOf {
  field: Field;
  CustomCell: AnyCell | undefined;
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
  <RemainingColumns {...{ columns, children }} renderers={NO_RENDERERS} />
);

const NO_RENDERERS: readonly RenderValue[] = [];

/** Nested components, one per column, because hooks cannot be called in a loop. */
const RemainingColumns = ({ columns, renderers, children }: ColumnsProps & { renderers: readonly RenderValue[] }) => {
  const column = columns[renderers.length];
  if (!column) return children(renderers);
  const { field, CustomCell } = column;
  const rest = { columns, renderers, children };
  return CustomCell ? (
    <CustomColumn key="own" {...rest} CustomCell={CustomCell} />
  ) : (
    <Column key={field.kind} {...rest} field={field} />
  );
};

type RemainingProps = ColumnsProps & { renderers: readonly RenderValue[] };

const Column = ({ field, renderers, ...rest }: RemainingProps & { field: Field }) => {
  const renderCell = useKindRenderer(field);
  const next = useMemo(() => [...renderers, renderCell], [renderers, renderCell]);
  return <RemainingColumns {...rest} renderers={next} />;
};

const CustomColumn = ({ CustomCell, renderers, ...rest }: RemainingProps & { CustomCell: AnyCell }) => {
  const next = useMemo(() => [...renderers, renderCustomCell(CustomCell)], [renderers, CustomCell]);
  return <RemainingColumns {...rest} renderers={next} />;
};
