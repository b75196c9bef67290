import Modal from '@mui/material/Dialog';
import type { KeyboardEventHandler, ReactNode } from 'react';
import styles from './FullScreen.module.css';

interface FullScreenProps {
  label: string;
  onClose: () => void;
  onKeyDown: KeyboardEventHandler;
  className?: string | undefined;
  children: ReactNode;
}

export const FullScreen = ({ label, onClose, onKeyDown, className = '', children }: FullScreenProps) => (
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
