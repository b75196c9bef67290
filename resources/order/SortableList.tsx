import { type ReactNode, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { DragHandle } from './DragHandle.tsx';
import styles from './SortableList.module.css';

interface SortableListProps {
  ids: readonly number[];
  nameOf: (id: number) => string;
  /** Without it the list is read-only. */
  onOrder?: ((ids: number[]) => void) | undefined;
  children?: (id: number) => ReactNode;
}

/** A list that is sorted by dragging the handles, or with the arrow keys, so that a mouse is not required. */
export const SortableList = ({ ids, nameOf, onOrder, children = nameOf }: SortableListProps) => {
  const t = useT();
  const [announcement, setAnnouncement] = useState('');
  const moveTo = (id: number, targetIndex: number) => {
    const position = Math.max(0, Math.min(targetIndex, ids.length - 1));
    onOrder?.(ids.filter(other => other !== id).toSpliced(position, 0, id));
    setAnnouncement(t('ordering.moved', { name: nameOf(id), place: position + 1, all: ids.length }));
  };
  return (
    <>
      <ol className={styles['sortable']}>
        {ids.map((id, index) => (
          <li key={id}>
            {onOrder && <DragHandle name={nameOf(id)} index={index} onMove={targetIndex => moveTo(id, targetIndex)} />}
            {children(id)}
          </li>
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
};
