import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import MuiMenu from '@mui/material/Menu';
import Item from '@mui/material/MenuItem';
import type { ComponentType, ReactNode } from 'react';
import { getAnchorProps } from './getAnchorProps.ts';
import styles from './Menu.module.css';

interface MenuProps {
  anchor: HTMLElement | null;
  onClose: () => void;
  align?: 'start' | 'end';
  /** Items must be direct children, because MUI moves the focus from child to child. */
  children: ReactNode;
}

export const Menu = ({ anchor, onClose, align = 'start', children }: MenuProps) => (
  <MuiMenu open={Boolean(anchor)} anchorEl={anchor} onClose={onClose} variant="menu" {...getAnchorProps(align)}>
    {children}
  </MuiMenu>
);

interface MenuItemProps {
  icon?: ComponentType<{ fontSize: 'small' }>;
  children: ReactNode;
  disabled?: boolean;
  onClick: () => void;
  download?: { address: string; name: string };
  isChosen?: boolean;
}

/** Passes on the remaining props, because MUI's menu manages focus through them. */
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

export const MenuTitle = ({ children }: { children: ReactNode }) => (
  <ListSubheader role="presentation" className={styles['title'] ?? ''}>
    {children}
  </ListSubheader>
);

export const MenuNote = ({ children }: { children: ReactNode }) => (
  <li className={styles['note']} role="presentation">
    {children}
  </li>
);

// Otherwise MUI's menu would focus these parts as the first item.
for (const part of [MenuDivider, MenuTitle, MenuNote]) Object.assign(part, { muiSkipListHighlight: true });
