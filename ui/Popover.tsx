import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import styles from './Popover.module.css';
import { placedBelow } from './placedBelow.ts';

interface PopoverProps {
  label: string;
  /** Below what it opens; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  /** The side of the anchor that it keeps to. */
  align?: 'start' | 'end';
  className?: string | undefined;
  /** It is there at once: what opens in it from a field that still grew would cover that. */
  isInstant?: boolean;
  /** Whoever closes it has taken the focus elsewhere. */
  leavesFocus?: boolean;
  children: ReactNode;
}

/** Settings or a short list that open below a button, without leaving the page. */
export const Popover = ({
  label,
  anchor,
  onClose,
  align = 'start',
  className = '',
  isInstant,
  leavesFocus = false,
  children,
}: PopoverProps) => (
  <MuiPopover
    open={Boolean(anchor)}
    anchorEl={anchor?.isConnected === false ? document.body : anchor}
    onClose={onClose}
    disableRestoreFocus={leavesFocus}
    {...(isInstant && { transitionDuration: 0 })}
    {...placedBelow(align)}
    slotProps={{ paper: { role: 'dialog', 'aria-label': label, className: `${styles['paper']} ${className}` } }}
  >
    {children}
  </MuiPopover>
);
