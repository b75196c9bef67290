import styles from './Runs.module.css';

/** A bar of progress, 0 to 100; null where nobody knows how far it is. */
export const Track = ({ label, progress }: { label?: string; progress: number | null }) => (
  <div
    className={styles['track']}
    data-endless={progress === null || undefined}
    {...(label !== undefined && {
      role: 'progressbar',
      'aria-label': label,
      'aria-valuenow': Math.round(progress ?? 0),
      'aria-valuemin': 0,
      'aria-valuemax': 100,
    })}
  >
    <div style={progress === null ? undefined : { width: `${progress}%` }} />
  </div>
);
