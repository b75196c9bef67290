import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Runs.module.css';

/** That nothing new was heard of a run for a minute; what is said in its place appears where it was empty. */
export const Silence = ({ isSilent }: { isSilent: boolean }) => {
  const t = useT();
  return (
    <p className={styles['silence']} role="status" hidden={!isSilent}>
      {isSilent && t('runs.silent')}
    </p>
  );
};
