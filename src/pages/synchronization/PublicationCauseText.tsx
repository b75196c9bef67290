import type { SyncProject } from '#contract/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Synchronization.module.css';

/** Why all records wait although few were edited. A first publication needs no reason. */
export const PublicationCauseText = ({ cause }: Pick<SyncProject, 'cause'>) => {
  const t = useT();
  if (cause === null || cause === 'first') return null;
  return <small className={styles['cause']}>{t(`synchronization.cause.${cause}`)}</small>;
};
