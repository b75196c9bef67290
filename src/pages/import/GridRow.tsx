import AddIcon from '@mui/icons-material/AddCircleOutline';
import BlockIcon from '@mui/icons-material/Block';
import EditIcon from '@mui/icons-material/EditOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutline';
import SameIcon from '@mui/icons-material/Remove';
import type { PreparedCell, PreparedRow } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { CheckboxInput } from '#ui/Checkbox.tsx';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { type FileColumns, isNumeric } from './fileColumns.ts';
import styles from './PreparedGrid.module.css';
import { buildPositionKey, type CellPosition } from './useGridKeys.ts';

const icons = { new: AddIcon, changed: EditIcon, unchanged: SameIcon, faulty: ErrorIcon, left_out: BlockIcon } as const;

interface GridRowProps {
  index: number;
  /** Undefined until the row has been fetched. */
  row: PreparedRow | undefined;
  columns: FileColumns;
  isTouch: boolean;
  /** The column whose cell is in the tab order, together with the row's checkbox and link; null for other rows. */
  focused: number | null;
  onCorrect: (cellPosition: CellPosition, cell: HTMLElement) => void;
  onExclude: (row: number, isLeftOut: boolean) => void;
  onFocus: (cellPosition: CellPosition) => void;
}

export const GridRow = ({
  index,
  row,
  columns,
  isTouch,
  focused,
  onCorrect,
  onExclude: onLeaveOut,
  onFocus,
}: GridRowProps) => {
  const t = useT();
  if (!row)
    return (
      <tr aria-rowindex={index + 2} data-skeleton>
        <th scope="row" />
        <td colSpan={columns.length} />
      </tr>
    );
  const tabIndex = focused === null ? -1 : 0;
  return (
    <tr aria-rowindex={index + 2} data-outcome={row.outcome}>
      <th scope="row">
        <CheckboxInput
          tabIndex={tabIndex}
          aria-label={t('importPage.prepared.takes', { row: row.row })}
          checked={row.outcome !== 'left_out'}
          onChange={({ target }) => onLeaveOut(row.row, !target.checked)}
        />
        <RowName row={row} tabIndex={tabIndex} />
      </th>
      {row.cells.map((cell, column) => {
        const cellPosition = { row: index, column };
        const columnInfo = columns[column];
        return (
          <td
            key={column}
            role="gridcell"
            data-place={buildPositionKey(cellPosition)}
            tabIndex={column === focused ? 0 : -1}
            data-faulty={cell.fault !== undefined || undefined}
            data-corrected={cell.isCorrected}
            data-numeric={(columnInfo && isNumeric(columnInfo)) || undefined}
            onFocus={() => onFocus(cellPosition)}
            onClick={({ currentTarget }) =>
              (isTouch || cell.fault !== undefined) && onCorrect(cellPosition, currentTarget)
            }
            onDoubleClick={({ currentTarget }) => onCorrect(cellPosition, currentTarget)}
          >
            <CellText cell={cell} />
          </td>
        );
      })}
    </tr>
  );
};

const RowName = ({ row: { row, outcome, id, name, faults }, tabIndex }: { row: PreparedRow; tabIndex: number }) => {
  const t = useT();
  const getRecordPath = useRecordPath();
  const Icon = icons[outcome];
  const errorText = faults.join(' ');
  return (
    <span className={styles['name']}>
      <span className={styles['outcome']}>
        <Icon fontSize="inherit" />
        {[row, t(`importPage.prepared.of.${outcome}`)].join(', ')}
      </span>
      {errorText && (
        <small className={styles['fault']} title={errorText}>
          {errorText}
        </small>
      )}
      {id !== null && (
        // Opens a new window, so that the preview is not lost.
        <a
          href={getRecordPath('nomenclature', id)}
          target="_blank"
          rel="noreferrer"
          tabIndex={tabIndex}
          title={name ?? undefined}
          aria-label={name ?? undefined}
        >
          <MiddleCut text={name ?? ''} />
        </a>
      )}
    </span>
  );
};

const CellText = ({ cell: { text, before, fault } }: { cell: PreparedCell }) => {
  const shownText = text ?? '—';
  if (fault !== undefined)
    return (
      <>
        <span title={shownText}>
          <MiddleCut text={shownText} />
        </span>
        <small className={styles['fault']} title={fault}>
          {fault}
        </small>
      </>
    );
  if (before === undefined)
    return (
      <span title={shownText}>
        <MiddleCut text={shownText} />
      </span>
    );
  const textBefore = before ?? '—';
  return (
    <>
      <del title={textBefore}>
        <MiddleCut text={textBefore} />
      </del>
      <ins title={shownText}>
        <MiddleCut text={shownText} />
      </ins>
    </>
  );
};
