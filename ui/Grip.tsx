import DragIcon from '@mui/icons-material/DragIndicator';
import type { ComponentPropsWithRef } from 'react';
import styles from './Grip.module.css';

/** What an item of an order is taken by; its name is its `aria-label`, and what moves it comes as its handlers. */
export const Grip = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props} className={styles['grip']}>
    <DragIcon fontSize="small" />
  </button>
);
