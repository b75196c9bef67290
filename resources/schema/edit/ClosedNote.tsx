import { useT } from '#providers/i18nProvider.ts';
import styles from './Notes.module.css';

/** The record may be looked at and not changed by this person. */
export const ClosedNote = () => {
  const t = useT();
  return (
    <div className={styles['note']} role="note">
      <p>{t('editing.closed')}</p>
    </div>
  );
};
