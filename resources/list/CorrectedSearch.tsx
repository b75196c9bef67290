import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './CorrectedSearch.module.css';

interface CorrectedSearchProps {
  typed: string;
  /** Undefined if the search was not corrected. */
  search: string | undefined;
}

/** Says that the rows are those of another word than the one typed, which occurs nowhere. */
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
