import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, createElement, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useListContext, useStore } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Field, Fields } from '#contract/fields.ts';
import { getPicture } from '#contract/images.ts';
import { getFieldValue } from '#providers/forms/formChanges.ts';
import type { ListMeta, UnreadableRecord } from '#providers/http/listResult.ts';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { type ColumnOf, Columns, renderValue } from '../fields/Cell.tsx';
import { getKindView } from '../fields/getKindView.ts';
import type { RenderValue } from '../fields/view.ts';
import { useRecordPath } from '../form/editorPaths.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { handleRowKey } from './handleRowKey.ts';
import { ReadOnlyMark } from './ReadOnlyMark.tsx';
import styles from './RecordTable.module.css';
import { SelectCell, SelectPageCell, selectOnClick } from './SelectCells.tsx';
import { useSelection } from './selection.ts';
import { UnreadableRow } from './UnreadableRow.tsx';
import { useIsCardLayout } from './useIsCardLayout.ts';
import { useReturnToRow } from './useReturnToRow.ts';

interface TableRow {
  id: number;
  [field: string]: unknown;
}

type ShownRow =
  | { id: number; record: TableRow; unreadableRecord?: undefined }
  | { id: number; unreadableRecord: UnreadableRecord };

interface RecordTableProps {
  definition: Definition;
  columns: readonly string[];
}

const ROW_PX = { comfortable: 40, dense: 32 };
/** Minimum heights in px inside a phone's card: the header, and each line of two facts. */
const CARD_PX = { head: 50, line: 21 };
/** Height in px of everything but the rows on a wide screen, an estimate for the time before they are measured. */
const NON_ROW_HEIGHT = 212;
const CHECKBOX_WIDTH = 40;

/**
 * A virtual table: only the rows in view are in the document, so that a thousand rows cost as much as twenty-five. On
 * phones each row is a card.
 */
export const RecordTable = ({ definition, columns }: RecordTableProps) => {
  const { data, total, isPlaceholderData, page, perPage, meta } = useListContext<TableRow>();
  const scroller = useRef<HTMLDivElement>(null);
  const [density] = useStore<'comfortable' | 'dense'>('preferences.density', 'comfortable');
  const isCards = useIsCardLayout();
  const selection = useSelection();
  const navigate = useNavigate();
  const rows = useMemo(() => addUnreadableRows(data ?? NO_RECORDS, meta as ListMeta | undefined), [data, meta]);
  const height = isCards ? CARD_PX.head + CARD_PX.line * Math.ceil((columns.length - 1) / 2) : ROW_PX[density];
  const virtual = useVirtualRows(scroller, rows.length, height, page);
  const remember = useReturnToRow(definition.name, rows, index => virtual.scrollToIndex(index, { align: 'center' }));

  const getRecordPath = useRecordPath();
  const { measureElement: measure } = virtual;
  const virtualRows = virtual.getVirtualItems();
  const before = virtualRows[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (virtualRows.at(-1)?.end ?? 0);
  const first = (page - 1) * perPage;
  return (
    <div
      className={styles['scroller']}
      ref={scroller}
      onKeyDown={event => handleRowKey(event, (id, isRange) => selection.pick(rows, id, isRange))}
      onClickCapture={remember}
      onClick={event => {
        selectOnClick(event, selection, rows);
        handleRowClick(event, id => navigate(getRecordPath(definition.name, id)));
      }}
      aria-busy={isPlaceholderData || !data}
    >
      {/* oxlint-disable-next-line react/forbid-elements -- only the rows in sight are drawn, in columns of fixed widths */}
      <table
        className={styles['table']}
        style={{ '--columns': computeMinTableWidth(definition, columns), '--card': `${height}px` } as CSSProperties}
        aria-label={useLabels(definition.name).several}
        aria-rowcount={total}
      >
        <colgroup>
          <col style={{ width: CHECKBOX_WIDTH }} />
          {columns.map((column, index) => (
            <col key={column} style={index ? { width: computeColumnShare(definition, columns, column) } : {}} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <SelectPageCell rows={rows} />
            {columns.map(column => (
              <HeaderCell key={column} definition={definition} column={column} />
            ))}
          </tr>
        </thead>
        <tbody data-stale={isPlaceholderData || undefined}>
          {!data && <SkeletonRows columns={columns.length + 1} rows={Math.min(perPage, 25)} />}
          {before > 0 && <SpacerRow height={before} columns={columns.length + 1} />}
          <RecordRows {...{ definition, columns, isCards, getRecordPath, rows, virtualRows, first, measure }} />
          {after > 0 && <SpacerRow height={after} columns={columns.length + 1} />}
        </tbody>
      </table>
    </div>
  );
};

const NO_RECORDS: readonly TableRow[] = [];

/** The records. Unreadable records keep their positions, unless a later event has replaced them. */
const addUnreadableRows = (records: readonly TableRow[], meta: ListMeta | undefined): readonly ShownRow[] => {
  const rows: ShownRow[] = records.map(record => ({ id: record.id, record }));
  for (const unreadableRecord of meta?.unreadableRecords ?? [])
    if (records.every(({ id }) => id !== unreadableRecord.id))
      rows.splice(unreadableRecord.index, 0, { id: unreadableRecord.id, unreadableRecord });
  return rows;
};

const useVirtualRows = (scroller: RefObject<HTMLElement | null>, count: number, height: number, page: number) => {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 5,
    // An estimate of the size, which is measured later. A good estimate avoids a second render.
    initialRect: { width: 0, height: window.innerHeight - NON_ROW_HEIGHT },
  });
  const measuredHeight = useRef(height);
  useEffect(() => {
    if (measuredHeight.current === height) return;
    measuredHeight.current = height;
    virtual.measure();
  }, [virtual, height]);
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, page]);
  return virtual;
};

interface RowsProps extends RecordTableProps {
  isCards: boolean;
  getRecordPath: ReturnType<typeof useRecordPath>;
  /** Measured, because a card's height depends on how its values wrap. */
  measure: (card: HTMLElement | null) => void;
}

interface RecordRowsProps extends RowsProps {
  rows: readonly ShownRow[];
  virtualRows: readonly { index: number }[];
  first: number;
}

const RecordRows = ({ rows, virtualRows, first, ...sharedProps }: RecordRowsProps) => {
  const { definition, columns } = sharedProps;
  return (
    <Columns columns={columns.flatMap(column => findColumn(definition, column))}>
      {draws =>
        virtualRows.map(({ index }) => {
          const row = rows[index];
          const rowNumber = first + index + 2;
          if (row?.unreadableRecord)
            return (
              <UnreadableRow
                key={row.id}
                definition={definition}
                record={row.unreadableRecord}
                index={rowNumber}
                columns={columns.length - 1}
              />
            );
          return (
            row && (
              <RecordRow
                key={row.id}
                {...{ ...sharedProps, draws }}
                row={row.record}
                rowIndex={index}
                index={rowNumber}
              />
            )
          );
        })
      }
    </Columns>
  );
};

const findColumn = ({ collection, cells }: Definition, name: string): ColumnOf[] => {
  const field = collection.fields[name];
  return field ? [{ field, CustomCell: cells[name] }] : [];
};

interface RecordRowProps extends RowsProps {
  row: TableRow;
  rowIndex: number;
  index: number;
  draws: readonly RenderValue[];
}

const RecordRow = memo(({ row, definition, columns, draws, rowIndex, index, ...list }: RecordRowProps) => {
  const { isCards, getRecordPath, measure } = list;
  const { fields } = definition.collection;
  const name = definition.represent(row);
  const linkId = `row-${row.id}`;
  return (
    <tr ref={isCards ? measure : undefined} data-index={rowIndex} aria-rowindex={index} data-id={row.id}>
      <SelectCell id={row.id} labelledBy={linkId} />
      {columns.map((column, columnIndex) => {
        const field = fields[column];
        const renderCell = draws[columnIndex];
        if (!field || !renderCell) return null;
        if (columnIndex === 0)
          return (
            <th key={column} scope="row">
              <span className={styles['name']}>
                <Thumbnail name={name} picture={getPicture(definition.collection, row)} />
                <a href={getRecordPath(definition.name, row.id)} id={linkId} data-row-link title={name}>
                  {name}
                </a>
                {definition.canEdit && <ReadOnlyMark definition={definition} record={row} />}
                {definition.recordActions && (
                  <span className={styles['actions']}>{createElement(definition.recordActions, { record: row })}</span>
                )}
              </span>
            </th>
          );
        return (
          <td key={column} data-numeric={getKindView(field).isNumeric || undefined} data-kind={field.kind}>
            {isCards && <FactName {...{ definition, column, field }} />}
            {renderValue(getFieldValue(row, column, field), renderCell)}
          </td>
        );
      })}
    </tr>
  );
});
RecordRow.displayName = 'RecordRow';

/** Always present for screen readers. Visible only if the value is a dash or would be unclear without the label. */
const FactName = ({ definition, column, field }: { definition: Definition; column: string; field: Field }) => (
  <small data-seen={getKindView(field).needsLabel || field.label ? true : undefined}>
    {useLabels(definition.name).field(column)}
  </small>
);

const SpacerRow = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden="true" className={styles['spacer']}>
    <td colSpan={columns} style={{ height }} />
  </tr>
);

const SkeletonRows = ({ columns, rows }: { columns: number; rows: number }) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden="true" data-skeleton>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <span className={styles['bone']} />
        </td>
      ))}
    </tr>
  ));

/**
 * Opens a record on a click in its row, except when the click selects text, hits a control or asks for a new browser
 * tab. The table has the only listener, so that rows rendered while scrolling need none.
 */
const handleRowClick = (event: React.MouseEvent<HTMLElement>, open: (id: number) => void): void => {
  const target = event.target as HTMLElement;
  const id = Number(target.closest<HTMLElement>('tr[data-id]')?.dataset['id']);
  // React events also bubble from portals (menus, dialogs) that a row opens outside the table.
  if (!id || !event.currentTarget.contains(target)) return;
  if (target.closest('[data-row-link]')) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
  } else if (target.closest('a, button, input, label, [data-pick]') || document.getSelection()?.toString()) return;
  open(id);
};

const getColumnWidth = (fields: Fields, column: string): number => {
  const field = fields[column];
  return field ? getKindView(field).width(field) : 120;
};

/**
 * The width of the first column, which gets the remaining space. Beyond `enough`, the other columns share half of it.
 */
const NAME_WIDTH = { min: 260, enough: 320 };

const sumOtherColumnWidths = ({ collection }: Definition, columns: readonly string[]): number =>
  columns.slice(1).reduce((sum, column) => sum + getColumnWidth(collection.fields, column), 0);

/** The minimum width of the table, below which it scrolls. */
const computeMinTableWidth = (definition: Definition, columns: readonly string[]): string =>
  `${CHECKBOX_WIDTH + NAME_WIDTH.min + sumOtherColumnWidths(definition, columns)}px`;

/** Lets text columns grow, so that they are not truncated while the name column has space to spare. */
const computeColumnShare = (definition: Definition, columns: readonly string[], column: string): string => {
  const width = getColumnWidth(definition.collection.fields, column);
  const share = width / sumOtherColumnWidths(definition, columns) / 2;
  return `calc(${width}px + max(0px, 100cqi - var(--columns) - ${NAME_WIDTH.enough - NAME_WIDTH.min}px) * ${share.toFixed(4)})`;
};
