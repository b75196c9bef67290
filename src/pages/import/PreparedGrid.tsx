import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type PreparedImport, type PreparedRow, preparedLimits, type RowOutcome } from '#contract/preparing.ts';
import { type ChangePreparedImport, countRows, usePreparedRows } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { ReadError } from '#ui/ReadError.tsx';
import { useIsTouch } from '#ui/useMediaQuery.ts';
import { CorrectionForm, type OpenCorrection } from './CorrectionForm.tsx';
import { type FileColumns, isNumeric } from './fileColumns.ts';
import { GridRow } from './GridRow.tsx';
import styles from './PreparedGrid.module.css';
import { type CellPosition, useGridKeys } from './useGridKeys.ts';

/** Heights and widths in px. */
const ROW_HEIGHT = 46;
const COLUMN_WIDTH = 176;
const NON_ROW_HEIGHT = 420;

interface PreparedGridProps {
  preparedImport: PreparedImport;
  outcome: RowOutcome | null;
  onChange: ChangePreparedImport;
}

/**
 * The effect of the import on each row. Only the rows in view are rendered and fetched. Arrow keys move between cells,
 * Enter corrects a cell, Space excludes its row.
 */
export const PreparedGrid = ({ preparedImport, outcome, onChange }: PreparedGridProps) => {
  const t = useT();
  const hintId = useId();
  const isTouch = useIsTouch();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = preparedImport.columns.filter(({ field }) => field !== null);
  const total = countRows(preparedImport.counts, outcome);
  const virtual = useRows(scroller, total, outcome);
  const virtualRows = virtual.getVirtualItems();
  const rows = usePreparedRows(preparedImport, outcome, listPages(virtualRows));
  const { openCorrection, correctCell, close } = useCellCorrection(rows.at, columns);
  const leaveOut = (row: number, isLeftOut: boolean) =>
    void onChange(isLeftOut ? { leave_out: [row] } : { take_back: [row] });
  const keys = useGridKeys(scroller, {
    rows: total,
    columns: columns.length,
    revealRow: index => virtual.scrollToIndex(index),
    onEnter: correctCell,
    onSpace: ({ row: index }) => {
      const row = rows.at(index);
      if (row) leaveOut(row.row, row.outcome !== 'left_out');
    },
  });
  if (rows.error) return <ReadError error={rows.error} onRetry={rows.retry} />;
  if (total === 0) return <p className={styles['none']}>{t('importPage.prepared.none')}</p>;
  return (
    <>
      <KeyboardHint id={hintId} isTouch={isTouch} />
      <div className={styles['scroller']} ref={scroller}>
        {/* oxlint-disable-next-line react/forbid-elements -- only the rows in sight are drawn, in columns of fixed widths */}
        <table
          role="grid"
          className={styles['grid']}
          style={{ '--columns': `${columns.length * COLUMN_WIDTH}px` } as CSSProperties}
          aria-label={t('importPage.prepared.rows')}
          aria-rowcount={total + 1}
          aria-describedby={hintId}
          onKeyDown={keys.onKeyDown}
        >
          <GridHead columns={columns} />
          <tbody>
            <SpacerRow height={virtualRows[0]?.start ?? 0} columns={columns.length + 1} />
            {virtualRows.map(({ index }) => (
              <GridRow
                key={index}
                {...{ index, columns, isTouch }}
                row={rows.at(index)}
                focused={keys.focused.row === index ? keys.focused.column : null}
                {...{ onCorrect: correctCell, onExclude: leaveOut, onFocus: keys.focus }}
              />
            ))}
            <SpacerRow height={virtual.getTotalSize() - (virtualRows.at(-1)?.end ?? 0)} columns={columns.length + 1} />
          </tbody>
        </table>
        {openCorrection && <CorrectionForm {...{ ...openCorrection, preparedImport, onChange }} onClose={close} />}
      </div>
    </>
  );
};

const listPages = (virtualRows: readonly { index: number }[]): number[] => [
  ...new Set(virtualRows.map(({ index }) => Math.floor(index / preparedLimits.rowsPerPage))),
];

const KeyboardHint = ({ id, isTouch }: { id: string; isTouch: boolean }) => {
  const t = useT();
  return (
    <p id={id} className={styles['hint']}>
      {t(isTouch ? 'importPage.prepared.taps' : 'importPage.prepared.keys')}
    </p>
  );
};

const useCellCorrection = (rowAt: (index: number) => PreparedRow | undefined, columns: FileColumns) => {
  const [openCorrection, setOpenCorrection] = useState<(OpenCorrection & { place: CellPosition }) | null>(null);
  const openCorrectionAt = (cellPosition: CellPosition, anchor: HTMLElement) => {
    const row = rowAt(cellPosition.row);
    const column = columns[cellPosition.column];
    const cell = row?.cells[cellPosition.column];
    return row && column && cell && row.outcome !== 'left_out'
      ? { anchor, place: cellPosition, row, column, cell }
      : null;
  };
  // Looked up again on each render, because the number of similar cells is known only after all rows have been read. By
  // then, the place in the list may be that of another row.
  const renewed = openCorrection && openCorrectionAt(openCorrection.place, openCorrection.anchor);
  return {
    openCorrection: renewed && isSameCell(renewed, openCorrection) ? renewed : openCorrection,
    correctCell: (cellPosition: CellPosition, anchor: HTMLElement) =>
      setOpenCorrection(openCorrectionAt(cellPosition, anchor)),
    close: () => setOpenCorrection(null),
  };
};

const isSameCell = (one: OpenCorrection, other: OpenCorrection): boolean =>
  one.row.row === other.row.row && one.column.field === other.column.field;

const GridHead = ({ columns }: { columns: FileColumns }) => {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col">{t('importPage.preview.row')}</th>
        {columns.map(column => (
          <th key={column.field} scope="col" title={column.header} data-numeric={isNumeric(column) || undefined}>
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
  );
};

const useRows = (scroller: RefObject<HTMLElement | null>, count: number, outcome: RowOutcome | null) => {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 5,
    // An estimate that is used until the size has been measured.
    initialRect: { width: 0, height: Math.max(200, window.innerHeight - NON_ROW_HEIGHT) },
  });
  const shownOutcome = useRef(outcome);
  useEffect(() => {
    if (shownOutcome.current === outcome) return;
    shownOutcome.current = outcome;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, outcome]);
  return virtual;
};

const SpacerRow = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
