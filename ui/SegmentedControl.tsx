import type { ReactNode } from 'react';
import styles from './SegmentedControl.module.css';

interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, name: ReactNode])[];
  onChoose: (value: Value) => void;
}

export const SegmentedControl = <Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: SegmentedControlProps<Value>) => (
  <div className={styles['segments']} role="group" aria-label={label}>
    {choices.map(([choice, name]) => (
      <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChoose(choice)}>
        {name}
      </button>
    ))}
  </div>
);
