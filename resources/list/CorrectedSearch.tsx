import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './CorrectedSearch.module.css';

interface CorrectedSearchProps {
  typed: string;
  /** Undefined if the search was not corrected. */
  search: string | undefined;
}

/** States that the rows match a corrected search, because the text as typed was found nowhere. */
export const CorrectedSearch = ({ typed, search }: CorrectedSearchProps) => {
  const t = useT();
  return (
    search !== undefined && (
      <p className={styles['corrected']} role="status">
        {t('listing.corrected', { typed, search })}
      </p>
    )
  );
};
