import type { ComponentPropsWithRef } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxProps extends ComponentPropsWithRef<'input'> {
  label: string;
  /** `radio`: one of those that share a `name`. */
  type?: 'checkbox' | 'radio';
}

/** Yes or no: the browser's own box, and beside it what it is about. */
export const Checkbox = ({ label, type = 'checkbox', ...input }: CheckboxProps) => (
  <label className={styles['check']}>
    <input {...input} type={type} />
    {label}
  </label>
);
