import AddIcon from '@mui/icons-material/AddCircleOutline';
import RemoveIcon from '@mui/icons-material/RemoveCircleOutline';
import type { DraftChange } from '#contract/drafts.ts';
import { isPermissionSlug } from '#contract/permissions.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Thumbnail } from '#ui/Thumbnail.tsx';
import { useFormats } from '../engine/format.ts';
import styles from './Drafts.module.css';
import { PriceMark } from './PriceMark.tsx';
import { SideBySide } from './TextDiff.tsx';

export const PairDiff = ({ change: { item, before, after, label, picture } }: { change: DraftChange }) => {
  const t = useT();
  const slug = [after, before].flatMap(value => (isSlug(value) ? value.slug : []))[0];
  const name = label ?? (slug && isPermissionSlug(slug) ? t(`permissions.${slug}`) : `№ ${item}`);
  if (isPrice(before) || isPrice(after)) return <PriceDiff {...{ name, before, after }} />;
  const isAdded = before === null;
  const Icon = isAdded ? AddIcon : RemoveIcon;
  return (
    <p className={styles['pair']} data-added={isAdded || undefined}>
      <Icon fontSize="small" titleAccess={t(isAdded ? 'drafts.added' : 'drafts.dropped')} />
      {picture && <Thumbnail name={name} picture={picture} />}
      <span>{name}</span>
    </p>
  );
};

/** A permission of a user or a role. */
const isSlug = (value: unknown): value is { slug: string } =>
  typeof value === 'object' && value !== null && 'slug' in value;

interface Price {
  amount: number;
}

const isPrice = (value: unknown): value is Price => typeof value === 'object' && value !== null && 'amount' in value;

const PriceDiff = ({ name, before, after }: { name: string; before: unknown; after: unknown }) => {
  const { money, number } = useFormats();
  const renderPrice = (value: unknown) => (isPrice(value) ? money(value.amount) : <span className="dash">—</span>);
  const delta = isPrice(before) && isPrice(after) ? after.amount - before.amount : 0;
  return (
    <div className={styles['price']}>
      <span>{name}:</span>
      <SideBySide before={renderPrice(before)} after={renderPrice(after)}>
        {delta !== 0 && (
          <span className={styles['difference']} data-less={delta < 0 || undefined}>
            {delta > 0 ? '+' : '−'}
            {number(Math.abs(delta), 2)}
          </span>
        )}
        <PriceMark {...{ before, after }} />
      </SideBySide>
    </div>
  );
};
