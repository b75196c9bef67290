import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Checkbox.module.css';

interface TickProps extends ComponentPropsWithRef<'input'> {
  type?: 'checkbox' | 'radio';
  isPartial?: boolean;
}

/**
 * A checkbox without a label, for table rows that provide the name. Native, since a list renders a thousand of them.
 */
export const Tick = ({ type = 'checkbox', isPartial, ref, ...input }: TickProps) => {
  // Set by a ref, because `indeterminate` exists only as a property, not as an attribute.
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = Boolean(isPartial);
  };
  return <input {...input} type={type} ref={isPartial === undefined ? ref : mark} />;
};

interface CheckboxProps extends TickProps {
  label: ReactNode;
  hint?: ReactNode;
}

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
