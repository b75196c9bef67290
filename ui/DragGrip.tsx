import DragIcon from '@mui/icons-material/DragIndicator';
import type { ComponentPropsWithRef } from 'react';
import styles from './DragGrip.module.css';

/** Drag handle. Needs an `aria-label`, as it has no text; drag listeners are passed as props. */
export const DragGrip = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props} className={styles['grip']}>
    <DragIcon fontSize="small" />
  </button>
);
