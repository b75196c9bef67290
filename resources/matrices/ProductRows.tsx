import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Hit } from '#contract/links.ts';
import { collectionOf } from '#contract/records.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import { listAddress } from '../schema/addresses.ts';
import { Handle } from '../schema/order/Handle.tsx';
import rows from '../schema/ui/Rows.module.css';
import { StatusMark } from '../schema/ui/StatusMark.tsx';
import { Tile } from '../schema/ui/Tile.tsx';
import styles from './Matrix.module.css';
import { useMatrixChanges } from './useMatrix.ts';

interface RowsProps {
  id: number;
  hits: readonly Hit[];
  chosen: ReadonlySet<number>;
  toggle: (ids: readonly number[], isChosen: boolean) => void;
  mayEdit: boolean;
  mayMove: boolean;
}

/** A page of the products of a matrix: chosen, and put in order by their handles. */
export const ProductRows = ({ id, hits, chosen, toggle, mayEdit, mayMove }: RowsProps) => {
  const t = useT();
  const { order, said, moveTo, letGo } = useMoving(id, hits);
  return (
    <>
      {mayEdit && hits.length > 0 && (
        <label className={styles['all']}>
          <input
            type="checkbox"
            checked={hits.every(hit => chosen.has(hit.id))}
            onChange={({ target }) =>
              toggle(
                hits.map(hit => hit.id),
                target.checked,
              )
            }
          />
          {t('matrix.chooseAll')}
        </label>
      )}
      <ol className={rows['rows']}>
        {order.map((hit, at) => (
          <li key={hit.id}>
            {mayMove && <Handle name={hit.name} at={at} onMove={to => moveTo(hit, to)} onDone={() => letGo(hit)} />}
            {mayEdit && (
              <label className={rows['tick']}>
                <input
                  type="checkbox"
                  checked={chosen.has(hit.id)}
                  aria-label={t('matrix.choose', { name: hit.name })}
                  onChange={({ target }) => toggle([hit.id], target.checked)}
                />
              </label>
            )}
            <Tile name={hit.name} picture={hit.picture} />
            <ProductName hit={hit} />
            <span className={rows['detail']}>{hit.detail}</span>
            {hit.status && <StatusMark status={hit.status} />}
          </li>
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
};

/** The order as it is while a product is moved; let go, it is saved, and what others made of it meanwhile shows. */
const useMoving = (id: number, hits: readonly Hit[]) => {
  const { move } = useMatrixChanges(id);
  const [moved, setMoved] = useState<readonly Hit[] | null>(null);
  const [said, say] = useState('');
  const t = useT();
  const order = moved ?? hits;
  const letGo = (hit: Hit): void => {
    if (!moved || move.isPending) return;
    const at = moved.indexOf(hit);
    const next = moved[at + 1];
    // Of what follows the page nothing is known: to its end it goes by the others going up before it.
    const behind = hits.slice(hits.findIndex(({ id }) => id === hit.id) + 1);
    const body = next ? { ids: [hit.id], before_id: next.id } : { ids: behind.map(({ id }) => id), before_id: hit.id };
    if (body.ids.length === 0 || hits.every((other, place) => other.id === moved[place]?.id)) return setMoved(null);
    say(t('ordering.moved', { name: hit.name, place: at + 1, all: moved.length }));
    move.mutate(body, { onSettled: () => setMoved(null) });
  };
  return {
    order,
    said,
    moveTo: (hit: Hit, to: number) => {
      // One after the other: the next one starts from what the last one has made.
      if (move.isPending) return;
      const place = Math.max(0, Math.min(to, order.length - 1));
      setMoved(order.filter(other => other !== hit).toSpliced(place, 0, hit));
    },
    letGo,
  };
};

const ProductName = ({ hit: { id, name } }: { hit: Hit }) => {
  const may = useCan();
  if (!may(collectionOf('nomenclature').access.read)) return <span className={rows['name']}>{name}</span>;
  return <Link to={`${listAddress('nomenclature')}/${id}`}>{name}</Link>;
};
