import DragIcon from '@mui/icons-material/DragIndicator';
import type { ComponentPropsWithRef } from 'react';
import styles from './Grip.module.css';

/** Drag handle. Needs an `aria-label`, as it has no text; drag listeners are passed as props. */
export const Grip = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props} className={styles['grip']}>
    <DragIcon fontSize="small" />
  </button>
);
