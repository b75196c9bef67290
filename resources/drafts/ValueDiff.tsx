import type { DraftChange, OrderDifference } from '#contract/drafts.ts';
import type { Field } from '#contract/fields.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '../engine/format.ts';
import { Cell } from '../fields/Cell.tsx';
import type { AnyCell } from '../fields/custom.tsx';
import { getKindView } from '../fields/getKindView.ts';
import { canCompare } from '../form/WordDiff.tsx';
import { Difference } from './Difference.tsx';
import styles from './Drafts.module.css';
import { MarkedText, SideBySide } from './TextDiff.tsx';

interface ValueDiffProps {
  entity: string;
  name: string;
  field: Field | null;
  CustomCell?: AnyCell | undefined;
  change: Pick<DraftChange, 'before' | 'after'>;
}

export const ValueDiff = ({ entity, name, field, CustomCell, change: { before, after } }: ValueDiffProps) => {
  if (name === 'products_order') return <OrderDiff after={after} />;
  if (entity === 'categories' && name === 'position') return <PositionDiff />;
  const Diff = field && getKindView(field).Diff;
  if (Diff && !CustomCell) return <Diff {...{ field, before, after }} />;
  if (canCompare(after, before)) return <MarkedText before={String(before)} after={String(after)} />;
  const isParentField = entity === 'categories' && name === 'parent_id';
  return (
    <SideBySide
      before={<DisplayedValue value={before} {...{ field, CustomCell, isParentField }} />}
      after={<DisplayedValue value={after} {...{ field, CustomCell, isParentField }} />}
    >
      <Difference {...{ field, before, after }} />
    </SideBySide>
  );
};

interface DisplayedValueProps {
  value: unknown;
  field: Field | null;
  CustomCell: AnyCell | undefined;
  /** A position in the category tree, where null means the top level rather than "none". */
  isParentField: boolean;
}

const DisplayedValue = ({ value, field, CustomCell, isParentField }: DisplayedValueProps) => {
  const t = useT();
  if (isParentField && value === null) return t('drafts.top');
  if (value === null || value === undefined) return <span className="dash">—</span>;
  if (field?.schema.safeParse(value).success) return <Cell {...{ value, field, CustomCell }} />;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const OrderDiff = ({ after }: { after: unknown }) => {
  const t = useT();
  const { number } = useFormats();
  const { count, moved, moves } = after as OrderDifference;
  return (
    <>
      <p className={styles['text']}>{t('drafts.orderChanged', { number: number(count), moved: number(moved) })}</p>
      <ul className={styles['moves']}>
        {moves.map(({ id, name, from, to }) => (
          <li key={id}>{t('drafts.moved', { name: name ?? `№ ${id}`, from: number(from), to: number(to) })}</li>
        ))}
      </ul>
      {moved > moves.length && (
        <p className={styles['muted']}>{t('drafts.moreItems', { number: number(moved - moves.length) })}</p>
      )}
    </>
  );
};

const PositionDiff = () => <p className={styles['text']}>{useT()('drafts.positionChanged')}</p>;
