import styles from './Progress.module.css';

interface ProgressProps {
  /** Its name; without one it is decoration beside words that say the same. */
  label?: string;
  /** From 0 to 1; null while nobody knows how far it is. */
  value: number | null;
}

/** How far something is. */
export const Progress = ({ label, value }: ProgressProps) => (
  <span
    className={styles['progress']}
    data-endless={value === null || undefined}
    {...(label !== undefined && {
      role: 'progressbar',
      'aria-label': label,
      'aria-valuenow': Math.round((value ?? 0) * 100),
      'aria-valuemin': 0,
      'aria-valuemax': 100,
    })}
  >
    <span style={value === null ? undefined : { width: `${value * 100}%` }} />
  </span>
);
