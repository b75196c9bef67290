import { useT } from '#providers/i18nProvider.ts';
import styles from './Notes.module.css';

/** The record, or the fields of it that are greyed, may be looked at and not changed by this person. */
export const ClosedNote = ({ isWhole }: { isWhole: boolean }) => {
  const t = useT();
  return (
    <div className={styles['note']} role="note">
      <p>{t(isWhole ? 'editing.closed' : 'editing.partlyClosed')}</p>
    </div>
  );
};
