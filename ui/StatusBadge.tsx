import { useTranslate } from 'react-admin';
import styles from './StatusBadge.module.css';

/** Shape and text as well as hue, because colour alone is not accessible. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={styles['status']} data-status={status}>
    {useTranslate()(`words.${status}`, { _: status })}
  </span>
);
