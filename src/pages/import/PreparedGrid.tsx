import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import {
  type PreparedChoices,
  type PreparedImport,
  type PreparedRow,
  preparedLimits,
  type RowOutcome,
} from '#contract/preparing.ts';
import { rowsIn, usePreparedRows } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { GridRow } from './GridRow.tsx';
import { type Mended, MendForm } from './MendForm.tsx';
import styles from './PreparedGrid.module.css';
import { type Place, useGridKeys } from './useGridKeys.ts';

/** Heights and widths in px. */
const ROW = 46;
const COLUMN = 176;
const AROUND = 420;

interface PreparedGridProps {
  prepared: PreparedImport;
  outcome: RowOutcome | null;
  onChange: (changes: PreparedChoices) => Promise<unknown>;
}

/**
 * What each row of a table would do. Only the rows in view are drawn and read. The arrow keys move between cells, Enter
 * mends one, Space leaves its row out.
 */
export const PreparedGrid = ({ prepared, outcome, onChange }: PreparedGridProps) => {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = prepared.columns.filter(({ field }) => field !== null);
  const total = rowsIn(prepared.counts, outcome);
  const virtual = useRows(scroller, total, outcome);
  const visible = virtual.getVirtualItems();
  const pages = [...new Set(visible.map(({ index }) => Math.floor(index / preparedLimits.rowsPerPage)))];
  const rows = usePreparedRows(prepared, outcome, pages);
  const { mended, mend, close } = useMending(rows.at, columns);
  const leaveOut = (row: number, isOut: boolean) => void onChange(isOut ? { leave_out: [row] } : { take_back: [row] });
  const keys = useGridKeys(scroller, {
    rows: total,
    columns: columns.length,
    reveal: index => virtual.scrollToIndex(index),
    onEnter: mend,
    onSpace: ({ row: index }) => {
      const row = rows.at(index);
      if (row) leaveOut(row.row, row.outcome !== 'left_out');
    },
  });
  if (rows.error) return <ReadFailed error={rows.error} onRetry={rows.retry} />;
  if (total === 0) return <p className={styles['none']}>{t('importPage.prepared.none')}</p>;
  const before = visible[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <div className={styles['scroller']} ref={scroller}>
      {/* oxlint-disable-next-line react/forbid-elements -- only the rows in sight are drawn, in columns of fixed widths */}
      <table
        role="grid"
        className={styles['grid']}
        style={{ '--columns': `${columns.length * COLUMN}px` } as CSSProperties}
        aria-label={t('importPage.prepared.rows')}
        aria-rowcount={total + 1}
        onKeyDown={keys.onKeyDown}
      >
        <GridHead columns={columns} />
        <tbody>
          {before > 0 && <Spacer height={before} columns={columns.length + 1} />}
          {visible.map(({ index }) => (
            <GridRow
              key={index}
              index={index}
              row={rows.at(index)}
              columns={columns.length}
              focused={keys.focused.row === index ? keys.focused.column : null}
              onMend={mend}
              onLeaveOut={leaveOut}
              onFocus={keys.focus}
            />
          ))}
          {after > 0 && <Spacer height={after} columns={columns.length + 1} />}
        </tbody>
      </table>
      {mended && <MendForm {...mended} onChange={onChange} onClose={close} />}
    </div>
  );
};

type FileColumns = readonly PreparedImport['columns'][number][];

const useMending = (rowAt: (index: number) => PreparedRow | undefined, columns: FileColumns) => {
  const [mended, setMended] = useState<(Mended & { place: Place }) | null>(null);
  const mendedAt = (place: Place, anchor: HTMLElement) => {
    const row = rowAt(place.row);
    const column = columns[place.column];
    const cell = row?.cells[place.column];
    return row && column && cell && row.outcome !== 'left_out' ? { anchor, place, row, column, cell } : null;
  };
  return {
    // As it is now: how many cells are alike is known only when all rows have been read.
    mended: mended && (mendedAt(mended.place, mended.anchor) ?? mended),
    mend: (place: Place, anchor: HTMLElement) => setMended(mendedAt(place, anchor)),
    close: () => setMended(null),
  };
};

const GridHead = ({ columns }: { columns: FileColumns }) => {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col">{t('importPage.preview.row')}</th>
        {columns.map(({ field, header, label }) => (
          <th key={field} scope="col" title={header}>
            {label}
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
    estimateSize: () => ROW,
    overscan: 5,
    // An estimate of the size measured later.
    initialRect: { width: 0, height: Math.max(200, window.innerHeight - AROUND) },
  });
  const shown = useRef(outcome);
  useEffect(() => {
    if (shown.current === outcome) return;
    shown.current = outcome;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, outcome]);
  return virtual;
};

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden="true">
    <td colSpan={columns} style={{ height, padding: 0 }} />
  </tr>
);
