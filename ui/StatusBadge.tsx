import styles from './StatusBadge.module.css';

/** Conveys the status by shape and text as well as hue, because colour alone is not accessible. */
export const StatusBadge = ({ status, label }: { status: string; label: string }) => (
  <span className={styles['status']} data-status={status}>
    {label}
  </span>
);
