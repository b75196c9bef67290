import { useTranslate } from 'react-admin';
import styles from './StatusMark.module.css';

/** Shape and text as well as hue, because colour alone is not accessible. */
export const StatusMark = ({ status }: { status: string }) => (
  <span className={styles['status']} data-status={status}>
    {useTranslate()(`words.${status}`, { _: status })}
  </span>
);
