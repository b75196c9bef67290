import { useState } from 'react';
import { useCanAccess } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Hit } from '#contract/links.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox, CheckboxInput } from '#ui/Checkbox.tsx';
import rows from '#ui/Rows.module.css';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { RecordStatus } from '../fields/RecordStatus.tsx';
import { useRecordPath } from '../form/editorPaths.ts';
import { DragHandle } from '../order/DragHandle.tsx';
import styles from './Matrix.module.css';
import { useMatrixChanges } from './useMatrix.ts';

interface RowsProps {
  id: number;
  items: readonly Hit[];
  selectedIds: ReadonlySet<number>;
  toggle: (ids: readonly number[], isChosen: boolean) => void;
  canEdit: boolean;
  canMove: boolean;
}

export const ProductRows = ({ id, items, selectedIds, toggle, canEdit, canMove }: RowsProps) => {
  const t = useT();
  const { order, announcement, moveTo, letGo: release } = useRowMove(id, items);
  return (
    <>
      {canEdit && items.length > 0 && (
        <div className={styles['all']}>
          <Checkbox
            label={t('matrix.chooseAll')}
            checked={items.every(item => selectedIds.has(item.id))}
            onChange={({ target }) =>
              toggle(
                items.map(item => item.id),
                target.checked,
              )
            }
          />
        </div>
      )}
      <ol className={rows['rows']}>
        {order.map((item, index) => (
          <li key={item.id}>
            {canMove && (
              <DragHandle
                name={item.name}
                index={index}
                onMove={targetIndex => moveTo(item, targetIndex)}
                onDone={() => release(item)}
              />
            )}
            {canEdit && (
              <label className={rows['tick']}>
                <CheckboxInput
                  checked={selectedIds.has(item.id)}
                  aria-label={t('matrix.choose', { name: item.name })}
                  onChange={({ target }) => toggle([item.id], target.checked)}
                />
              </label>
            )}
            <Thumbnail name={item.name} picture={item.picture} />
            <ProductName item={item} />
            <span className={rows['detail']}>{item.detail}</span>
            {item.status && <RecordStatus status={item.status} resource="nomenclature" />}
          </li>
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
};

/** Keeps the local order during a drag, so that other people's changes do not disturb it. Dropping saves the order. */
const useRowMove = (id: number, items: readonly Hit[]) => {
  const { move } = useMatrixChanges(id);
  const [movedItems, setMovedItems] = useState<readonly Hit[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const t = useT();
  const order = movedItems ?? items;
  const release = (item: Hit): void => {
    if (!movedItems || move.isPending) return;
    const index = movedItems.indexOf(item);
    const next = movedItems[index + 1];
    // The products after this page are unknown. A move to the end of the page is therefore sent as a move of the other
    // products before the moved one.
    const followingHits = items.slice(items.findIndex(({ id }) => id === item.id) + 1);
    const body = next
      ? { ids: [item.id], before_id: next.id }
      : { ids: followingHits.map(({ id }) => id), before_id: item.id };
    if (body.ids.length === 0 || items.every((other, index) => other.id === movedItems[index]?.id))
      return setMovedItems(null);
    move.mutate(body, {
      onSuccess: () =>
        setAnnouncement(t('ordering.moved', { name: item.name, place: index + 1, all: movedItems.length })),
      onSettled: () => setMovedItems(null),
    });
  };
  return {
    order,
    announcement,
    moveTo: (item: Hit, targetIndex: number) => {
      // One move at a time, because each move is based on the order after the previous move.
      if (move.isPending) return;
      const position = Math.max(0, Math.min(targetIndex, order.length - 1));
      setMovedItems(order.filter(other => other !== item).toSpliced(position, 0, item));
    },
    letGo: release,
  };
};

const ProductName = ({ item: { id, name } }: { item: Hit }) => {
  const { canAccess: canShow } = useCanAccess({ resource: 'nomenclature', action: 'show' });
  const getRecordPath = useRecordPath();
  if (!canShow) return <span className={rows['name']}>{name}</span>;
  return <Link to={getRecordPath('nomenclature', id)}>{name}</Link>;
};
