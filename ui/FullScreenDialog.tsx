import Modal from '@mui/material/Dialog';
import type { KeyboardEventHandler, ReactNode } from 'react';
import styles from './FullScreenDialog.module.css';

interface FullScreenDialogProps {
  label: string;
  onClose: () => void;
  onKeyDown: KeyboardEventHandler;
  className?: string | undefined;
  children: ReactNode;
}

export const FullScreenDialog = ({ label, onClose, onKeyDown, className = '', children }: FullScreenDialogProps) => (
  <Modal
    open
    fullScreen
    onClose={onClose}
    onKeyDown={onKeyDown}
    slotProps={{ paper: { className: `${styles['paper']} ${className}`, 'aria-label': label } }}
  >
    {children}
  </Modal>
);
