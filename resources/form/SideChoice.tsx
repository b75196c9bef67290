import { type ReactNode, useId } from 'react';
import { Tick } from '#ui/Checkbox.tsx';
import styles from './Merge.module.css';

interface SideChoiceProps {
  /** Common to those of one choice. */
  group: string;
  label: string;
  /** What would be taken. */
  children: ReactNode;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
}

/** One of the values that two people gave, of which one is taken. */
export const SideChoice = ({ group, label, children, isChosen, isDisabled = false, onChoose }: SideChoiceProps) => {
  const id = useId();
  return (
    <label className={styles['choice']} data-chosen={isChosen || undefined}>
      <Tick
        type="radio"
        name={group}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        aria-labelledby={id}
        aria-describedby={`${id}value`}
      />
      <small id={id}>{label}</small>
      <div id={`${id}value`} className={styles['chosen']}>
        {children}
      </div>
    </label>
  );
};
