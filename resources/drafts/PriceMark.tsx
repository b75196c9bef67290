import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { getPercentChange } from '#contract/priceChanges.ts';
import { useHistorySettings } from '#providers/cache/historySettings.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Drafts.module.css';

/** Marks a change of a price beyond the limit that is set. */
export const PriceMark = ({ before, after }: { before: unknown; after: unknown }) => {
  const t = useT();
  const { data } = useHistorySettings();
  const change = getPercentChange(before, after);
  if (!data || change === null || Math.abs(change) <= data.price_percent) return null;
  return (
    <span className={styles['priceMark']}>
      <WarningIcon fontSize="small" titleAccess={t('batches.priceMark', { percent: data.price_percent })} />
    </span>
  );
};
