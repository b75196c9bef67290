import { type ReactNode, useId } from 'react';
import { CheckboxInput } from '#ui/Checkbox.tsx';
import styles from './Merge.module.css';

interface MergeSideOptionProps {
  group: string;
  label: string;
  children: ReactNode;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
}

export const MergeSideOption = ({
  group,
  label,
  children,
  isChosen,
  isDisabled = false,
  onChoose,
}: MergeSideOptionProps) => {
  const id = useId();
  return (
    <label className={styles['choice']} data-chosen={isChosen || undefined}>
      <CheckboxInput
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
