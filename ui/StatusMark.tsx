import { useTranslate } from 'react-admin';
import styles from './StatusMark.module.css';

/** A status by shape and word as well as hue. */
export const StatusMark = ({ status }: { status: string }) => (
  <span className={styles['status']} data-status={status}>
    {useTranslate()(`words.${status}`, { _: status })}
  </span>
);
