import type { DraftChange, DraftEntity, OrderDifference } from '#contract/drafts.ts';
import type { Field } from '#contract/fields.ts';
import type { Sharing } from '#contract/sharing.ts';
import { useT } from '#providers/i18nProvider.ts';
import { canCompare, WordDiff } from '../schema/edit/WordDiff.tsx';
import { useFormats } from '../schema/format.ts';
import { Cell } from '../schema/kinds/cells.tsx';
import { Difference } from './Difference.tsx';
import styles from './Drafts.module.css';

interface ValueDiffProps {
  entity: DraftEntity;
  name: string;
  field: Field | null;
  change: Pick<DraftChange, 'before' | 'after'>;
}

/** A value before and after: texts with their words marked, numbers with the difference, anything else side by side. */
export const ValueDiff = ({ entity, name, field, change: { before, after } }: ValueDiffProps) => {
  if (name === 'products_order') return <OrderDiff after={after} />;
  if (entity === 'categories' && name === 'position') return <PositionDiff />;
  if (field?.kind === 'sharing')
    return <SideBySide before={<Shared value={before} />} after={<Shared value={after} />} />;
  if (field?.kind === 'localized') return <LocalizedDiff {...{ field, before, after }} />;
  if (canCompare(after, before)) return <MarkedText before={String(before)} after={String(after)} />;
  const isPlace = entity === 'categories' && name === 'parent_id';
  return (
    <SideBySide
      before={<Shown value={before} {...{ field, isPlace }} />}
      after={<Shown value={after} {...{ field, isPlace }} />}
    >
      <Difference {...{ field, before, after }} />
    </SideBySide>
  );
};

const MarkedText = ({ before, after }: { before: string; after: string }) => (
  <p className={styles['text']}>
    <WordDiff before={before} after={after} />
  </p>
);

interface SideBySideProps {
  before: React.ReactNode;
  after: React.ReactNode;
  children?: React.ReactNode;
}

/** What it was, an arrow, what it is. */
export const SideBySide = ({ before, after, children }: SideBySideProps) => {
  const t = useT();
  return (
    <p className={styles['values']}>
      <del>
        <span className="visually-hidden">{t('drafts.was')}: </span>
        {before}
      </del>
      <span aria-hidden className={styles['arrow']}>
        →
      </span>
      <ins>
        <span className="visually-hidden">{t('drafts.is')}: </span>
        {after}
      </ins>
      {children}
    </p>
  );
};

interface ShownProps {
  value: unknown;
  field: Field | null;
  /** A place in a tree of categories: none is the top. */
  isPlace: boolean;
}

const Shown = ({ value, field, isPlace }: ShownProps) => {
  const t = useT();
  if (isPlace && value === null) return t('drafts.top');
  if (value === null || value === undefined) return <span className="dash">—</span>;
  if (field?.schema.safeParse(value).success) return <Cell value={value} field={field} />;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Shared = ({ value }: { value: unknown }) => {
  const t = useT();
  const { users, roles } = value as Sharing;
  if (users.length + roles.length === 0) return t('drafts.forAll');
  return t('drafts.sharedWith', { users: users.length, roles: roles.length });
};

interface LocalizedDiffProps {
  field: Field<'localized'>;
  before: unknown;
  after: unknown;
}

/** The languages in which the text is another one. */
const LocalizedDiff = ({ field, before, after }: LocalizedDiffProps) => {
  const [was, is] = [before, after].map(value => (value ?? {}) as Record<string, string | undefined>);
  const changed = field.languages.filter(({ code }) => was?.[code] !== is?.[code]);
  return changed.map(({ code }) => (
    <div key={code} className={styles['language']}>
      <span className={styles['code']}>{code}</span>
      <ValueDiff
        entity="nomenclature"
        name=""
        field={null}
        change={{ before: was?.[code] ?? null, after: is?.[code] ?? null }}
      />
    </div>
  ));
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
