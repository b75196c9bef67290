import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { anchoredBelow } from './anchoredBelow.ts';
import styles from './Popover.module.css';

interface PopoverProps {
  label: string;
  /** The element it opens below; null closes it. */
  anchor: HTMLElement | null;
  onClose: () => void;
  align?: 'start' | 'end';
  className?: string | undefined;
  /** Skips the transition: a dropdown opened inside it would be positioned while it still grows. */
  isInstant?: boolean;
  /** Set if the code that closes it has already moved the focus, which MUI would otherwise restore. */
  skipsFocusRestore?: boolean;
  children: ReactNode;
}

/** A non-modal panel below a button, for settings and short lists. */
export const Popover = ({
  label,
  anchor,
  onClose,
  align = 'start',
  className = '',
  isInstant,
  skipsFocusRestore = false,
  children,
}: PopoverProps) => (
  <MuiPopover
    open={Boolean(anchor)}
    anchorEl={anchor?.isConnected === false ? document.body : anchor}
    onClose={onClose}
    disableRestoreFocus={skipsFocusRestore}
    {...(isInstant && { transitionDuration: 0 })}
    {...anchoredBelow(align)}
    slotProps={{ paper: { role: 'dialog', 'aria-label': label, className: `${styles['paper']} ${className}` } }}
  >
    {children}
  </MuiPopover>
);
