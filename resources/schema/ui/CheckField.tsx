import type { ComponentPropsWithRef } from 'react';
import styles from './CheckField.module.css';

/** Yes or no: the browser's own box, and beside it what it is about. */
export const CheckField = ({ label, ...input }: ComponentPropsWithRef<'input'> & { label: string }) => (
  <label className={styles['check']}>
    <input {...input} type="checkbox" />
    {label}
  </label>
);
