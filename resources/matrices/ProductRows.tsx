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
  hits: readonly Hit[];
  chosen: ReadonlySet<number>;
  toggle: (ids: readonly number[], isChosen: boolean) => void;
  canEdit: boolean;
  canMove: boolean;
}

export const ProductRows = ({ id, hits, chosen, toggle, canEdit, canMove }: RowsProps) => {
  const t = useT();
  const { order, announcement, moveTo, letGo: release } = useRowMove(id, hits);
  return (
    <>
      {canEdit && hits.length > 0 && (
        <div className={styles['all']}>
          <Checkbox
            label={t('matrix.chooseAll')}
            checked={hits.every(hit => chosen.has(hit.id))}
            onChange={({ target }) =>
              toggle(
                hits.map(hit => hit.id),
                target.checked,
              )
            }
          />
        </div>
      )}
      <ol className={rows['rows']}>
        {order.map((hit, at) => (
          <li key={hit.id}>
            {canMove && (
              <DragHandle name={hit.name} at={at} onMove={to => moveTo(hit, to)} onDone={() => release(hit)} />
            )}
            {canEdit && (
              <label className={rows['tick']}>
                <CheckboxInput
                  checked={chosen.has(hit.id)}
                  aria-label={t('matrix.choose', { name: hit.name })}
                  onChange={({ target }) => toggle([hit.id], target.checked)}
                />
              </label>
            )}
            <Thumbnail name={hit.name} picture={hit.picture} />
            <ProductName hit={hit} />
            <span className={rows['detail']}>{hit.detail}</span>
            {hit.status && <RecordStatus status={hit.status} of="nomenclature" />}
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
const useRowMove = (id: number, hits: readonly Hit[]) => {
  const { move } = useMatrixChanges(id);
  const [moved, setMoved] = useState<readonly Hit[] | null>(null);
  const [announcement, announce] = useState('');
  const t = useT();
  const order = moved ?? hits;
  const release = (hit: Hit): void => {
    if (!moved || move.isPending) return;
    const at = moved.indexOf(hit);
    const next = moved[at + 1];
    // The products after this page are unknown, so moving a product to its end is sent as moving the others before it.
    const followingHits = hits.slice(hits.findIndex(({ id }) => id === hit.id) + 1);
    const body = next
      ? { ids: [hit.id], before_id: next.id }
      : { ids: followingHits.map(({ id }) => id), before_id: hit.id };
    if (body.ids.length === 0 || hits.every((other, place) => other.id === moved[place]?.id)) return setMoved(null);
    announce(t('ordering.moved', { name: hit.name, place: at + 1, all: moved.length }));
    move.mutate(body, { onSettled: () => setMoved(null) });
  };
  return {
    order,
    announcement,
    moveTo: (hit: Hit, to: number) => {
      // One move at a time, because each starts from the order that the last one produced.
      if (move.isPending) return;
      const place = Math.max(0, Math.min(to, order.length - 1));
      setMoved(order.filter(other => other !== hit).toSpliced(place, 0, hit));
    },
    letGo: release,
  };
};

const ProductName = ({ hit: { id, name } }: { hit: Hit }) => {
  const { canAccess: canShow } = useCanAccess({ resource: 'nomenclature', action: 'show' });
  const addressOf = useRecordPath();
  if (!canShow) return <span className={rows['name']}>{name}</span>;
  return <Link to={addressOf('nomenclature', id)}>{name}</Link>;
};
