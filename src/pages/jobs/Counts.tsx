import { useFormats } from '#resources/engine/format.ts';
import styles from './Runs.module.css';

export const Counts = ({ counts }: { counts: readonly (readonly [label: string, count: number | string])[] }) => {
  const formats = useFormats();
  return (
    <dl className={styles['counts']}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof count === 'number' ? formats.number(count) : count}</dd>
        </div>
      ))}
    </dl>
  );
};
