import styles from './Progress.module.css';

interface ProgressProps {
  /** The accessible name. Without a name, the bar is decorative, because a text beside it shows the same number. */
  label?: string;
  /** Fraction, 0 to 1; null if unknown (indeterminate). */
  value: number | null;
}

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
