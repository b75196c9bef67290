import CloseIcon from '@mui/icons-material/Close';
import MuiDrawer from '@mui/material/Drawer';
import { type ReactNode, useId } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from './Button.tsx';
import styles from './Drawer.module.css';

interface DrawerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export const Drawer = ({ title, onClose, children }: DrawerProps) => {
  const t = useT();
  const id = useId();
  return (
    <MuiDrawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, className: styles['drawer'] } }}
    >
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        <IconButton aria-label={t('shell.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </header>
      {children}
    </MuiDrawer>
  );
};
