import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './CorrectedSearch.module.css';

interface CorrectedSearchProps {
  typed: string;
  /** Undefined if the search was not corrected. */
  search: string | undefined;
}

/** Tells the user that the rows match a corrected search, because nothing was found for the text as typed. */
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
