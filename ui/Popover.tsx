import CloseIcon from '@mui/icons-material/Close';
import MuiDrawer from '@mui/material/Drawer';
import MuiPopover from '@mui/material/Popover';
import { type ReactNode, useMemo } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from './Button.tsx';
import { getAnchorProps } from './getAnchorProps.ts';
import styles from './Popover.module.css';
import { useMediaQuery } from './useMediaQuery.ts';

interface PopoverProps {
  label: string;
  anchor: HTMLElement | null;
  onClose: () => void;
  align?: 'start' | 'end';
  className?: string | undefined;
  /**
   * Skips the transition, because a dropdown inside the popover would be positioned while the popover is still growing.
   */
  isInstant?: boolean;
  /**
   * Set if the code that closes the popover has already moved the focus. Otherwise MUI would restore the previous
   * focus.
   */
  skipsFocusRestore?: boolean;
  children: ReactNode;
}

export const Popover = ({
  label,
  anchor,
  onClose,
  align = 'start',
  className = '',
  isInstant,
  skipsFocusRestore = false,
  children,
}: PopoverProps) => {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const virtualAnchor = useMemo(() => anchor && freezeAnchor(anchor), [anchor]);
  const popoverProps = {
    open: Boolean(anchor),
    onClose,
    disableRestoreFocus: skipsFocusRestore,
    ...(isInstant && { transitionDuration: 0 }),
  };
  const paper = { role: 'dialog', 'aria-label': label };
  if (isPhone)
    return (
      <MuiDrawer {...popoverProps} anchor="bottom" slotProps={{ paper: { ...paper, className: styles['sheet'] } }}>
        <SheetCloseButton onClose={onClose} />
        {children}
      </MuiDrawer>
    );
  return (
    <MuiPopover
      {...popoverProps}
      anchorEl={virtualAnchor}
      {...getAnchorProps(align)}
      slotProps={{ paper: { ...paper, className: `${styles['paper']} ${className}` } }}
    >
      {children}
    </MuiPopover>
  );
};

const SheetCloseButton = ({ onClose }: { onClose: () => void }) => (
  <IconButton className={styles['close']} aria-label={useT()('shell.close')} onClick={onClose}>
    <CloseIcon fontSize="small" />
  </IconButton>
);

/**
 * The anchor's position on opening. A choice inside may move or remove the anchor, but the panel must stay under the
 * pointer.
 */
const freezeAnchor = (anchor: HTMLElement) => {
  const rectangle = anchor.getBoundingClientRect();
  return { nodeType: Node.ELEMENT_NODE, getBoundingClientRect: () => rectangle } as const;
};
