import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxInputProps extends ComponentPropsWithRef<'input'> {
  type?: 'checkbox' | 'radio';
  isPartial?: boolean;
}

/**
 * A checkbox without a label, for table rows that provide the name. It is a native checkbox, since a list may render a
 * thousand of them.
 */
export const CheckboxInput = ({ type = 'checkbox', isPartial, ref, ...input }: CheckboxInputProps) => {
  // Set by a ref, because `indeterminate` exists only as a property, not as an attribute.
  const setIndeterminate = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = Boolean(isPartial);
  };
  return <input {...input} type={type} ref={isPartial === undefined ? ref : setIndeterminate} />;
};

interface CheckboxProps extends CheckboxInputProps {
  label: ReactNode;
  hint?: ReactNode;
}

export const Checkbox = ({ label, hint, title, ...tick }: CheckboxProps) => (
  <label className={styles['check']} title={title}>
    <CheckboxInput {...tick} />
    {hint ? (
      <span>
        {label} <small>{hint}</small>
      </span>
    ) : (
      label
    )}
  </label>
);
