import type { TrashItem } from '#contract/trash.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { CheckboxInput } from '#ui/Checkbox.tsx';
import { Table } from '#ui/Table.tsx';
import { useFormats } from '../engine/format.ts';
import styles from './Trash.module.css';

interface TrashTableProps {
  items: readonly TrashItem[];
  selectedIds: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
}

export const TrashTable = ({ items, selectedIds, onSelect }: TrashTableProps) => {
  const t = useT();
  const selectedHere = items.filter(({ id }) => selectedIds.has(id)).length;
  const toggle = (ids: readonly number[], isSelected: boolean): void => {
    const next = new Set(selectedIds);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };
  return (
    <Table isStacked label={t('trash.name')} className={styles['table']}>
      <thead>
        <tr>
          <td data-pick>
            <CheckboxInput
              aria-label={t('trash.pickPage')}
              disabled={items.length === 0}
              checked={items.length > 0 && selectedHere === items.length}
              isPartial={selectedHere > 0 && selectedHere < items.length}
              onChange={event =>
                toggle(
                  items.map(({ id }) => id),
                  event.target.checked,
                )
              }
            />
          </td>
          <th scope="col">{t('trash.record')}</th>
          <th scope="col">{t('trash.deleted')}</th>
          <th scope="col">{t('trash.by')}</th>
          <th scope="col">{t('trash.expires')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(item => (
          <TrashRow
            key={item.id}
            item={item}
            isSelected={selectedIds.has(item.id)}
            onToggle={isSelected => toggle([item.id], isSelected)}
          />
        ))}
      </tbody>
    </Table>
  );
};

interface TrashRowProps {
  item: TrashItem;
  isSelected: boolean;
  onToggle: (isSelected: boolean) => void;
}

const TrashRow = ({
  item: { name, detail, deleted_at, deleted_by, expires_at },
  isSelected,
  onToggle,
}: TrashRowProps) => {
  const t = useT();
  const { moment } = useFormats();
  return (
    <tr>
      <td data-pick>
        <CheckboxInput
          aria-label={t('trash.pick', { name })}
          checked={isSelected}
          onChange={event => onToggle(event.target.checked)}
        />
      </td>
      <th scope="row">
        {name} {detail && <small>{detail}</small>}
      </th>
      <td data-label={t('trash.deleted')}>
        <time dateTime={deleted_at}>{moment(deleted_at)}</time>
      </td>
      <td data-label={t('trash.by')}>{deleted_by?.name ?? <span className="dash">—</span>}</td>
      <td data-label={t('trash.expires')}>
        <time dateTime={expires_at}>{moment(expires_at)}</time>
      </td>
    </tr>
  );
};
