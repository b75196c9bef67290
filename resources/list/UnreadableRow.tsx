import type { UnreadableRecord } from '#providers/http/listResult.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import styles from './RecordTable.module.css';
import { SelectCell } from './SelectCells.tsx';

interface UnreadableRowProps {
  definition: Definition;
  record: UnreadableRecord;
  index: number;
  columns: number;
}

/** Shown in place of the record, so that one faulty record does not hide the whole page. */
export const UnreadableRow = ({ definition, record: { id, name, field }, index, columns }: UnreadableRowProps) => {
  const t = useT();
  const labels = useLabels(definition.name);
  const labelId = `row-${id}`;
  const [first = ''] = field.split('.');
  return (
    <tr aria-rowindex={index} data-unreadable>
      <SelectCell id={id} labelledBy={labelId} />
      <th scope="row" id={labelId}>
        {name ?? t('listing.numbered', { id })}
      </th>
      <td colSpan={columns} className={styles['unreadable']}>
        {t('listing.unreadable', { field: first in definition.collection.fields ? labels.field(first) : field })}
      </td>
    </tr>
  );
};
