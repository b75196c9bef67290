import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Checkbox.module.css';

interface TickProps extends ComponentPropsWithRef<'input'> {
  /** `radio`: one of those that share a `name`. */
  type?: 'checkbox' | 'radio';
  /** Some, but not all, of what it stands for is chosen. */
  isPartial?: boolean;
}

/** The box alone, for a row or a cell that is named otherwise: the browser's own, since a list draws a thousand of them. */
export const Tick = ({ type = 'checkbox', isPartial, ref, ...input }: TickProps) => {
  // There is no attribute for it.
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = Boolean(isPartial);
  };
  return <input {...input} type={type} ref={isPartial === undefined ? ref : mark} />;
};

interface CheckboxProps extends TickProps {
  label: ReactNode;
  /** What there is to know about the choice. */
  hint?: ReactNode;
}

/** Yes or no, or one of several: a box, and beside it what it is about. */
export const Checkbox = ({ label, hint, title, ...tick }: CheckboxProps) => (
  <label className={styles['check']} title={title}>
    <Tick {...tick} />
    {hint ? (
      <span>
        {label} <small>{hint}</small>
      </span>
    ) : (
      label
    )}
  </label>
);
