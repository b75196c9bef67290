import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import MuiMenu from '@mui/material/Menu';
import Item from '@mui/material/MenuItem';
import type { ComponentType, ReactNode } from 'react';
import styles from './Menu.module.css';
import { placedBelow } from './placedBelow.ts';

interface MenuProps {
  /** What opened it, and where it opens; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  /** The side of the anchor that it keeps to. */
  align?: 'start' | 'end';
  /** Items themselves, not within other elements: the arrow keys go from child to child. */
  children: ReactNode;
}

/** What can be done, or chosen, in a list that opens below a button. */
export const Menu = ({ anchor, onClose, align = 'start', children }: MenuProps) => (
  <MuiMenu open={Boolean(anchor)} anchorEl={anchor} onClose={onClose} variant="menu" {...placedBelow(align)}>
    {children}
  </MuiMenu>
);

interface MenuItemProps {
  icon?: ComponentType<{ fontSize: 'small' }>;
  children: ReactNode;
  disabled?: boolean;
  onClick: () => void;
  /** A file that it loads, under this name. */
  download?: { address: string; name: string };
  /** One of several choices, and whether it is the one. */
  isChosen?: boolean;
}

/** Other props are the menu's own, by which it moves the focus. */
export const MenuItem = ({ icon: Icon, isChosen, download, children, ...item }: MenuItemProps) => (
  <Item
    {...item}
    {...(isChosen !== undefined && { role: 'menuitemradio', 'aria-checked': isChosen, selected: isChosen })}
    {...(download && { component: 'a', href: download.address, download: download.name })}
  >
    {Icon && (
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
    )}
    {children}
  </Item>
);

export const MenuDivider = () => <Divider component="li" />;

/** What the items below it are about. */
export const MenuTitle = ({ children }: { children: ReactNode }) => (
  <ListSubheader role="presentation" className={styles['title'] ?? ''}>
    {children}
  </ListSubheader>
);

/** Words among the items. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <li className={styles['note']} role="presentation">
    {children}
  </li>
);

// MUI's menu looks for the first item to focus among its children, and asks them so.
for (const part of [MenuDivider, MenuTitle, MenuNote]) Object.assign(part, { muiSkipListHighlight: true });
