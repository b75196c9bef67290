import { useListContext } from 'react-admin';
import type { ListMeta } from '#providers/http/listResult.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './ListScreen.module.css';

/** Says that the rows are those of another word than the one typed, which occurs nowhere. */
export const CorrectedSearch = () => {
  const t = useT();
  const { meta } = useListContext();
  const { corrected } = (meta ?? {}) as ListMeta;
  return (
    <p className={styles['corrected']} role="status">
      {corrected && t('listing.corrected', { ...corrected })}
    </p>
  );
};
