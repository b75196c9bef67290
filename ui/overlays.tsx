import type { DialogProps } from '@mui/material/Dialog';
import type { DialogActionsProps } from '@mui/material/DialogActions';
import type { DialogContentProps } from '@mui/material/DialogContent';
import type { DialogTitleProps } from '@mui/material/DialogTitle';
import type { DividerProps } from '@mui/material/Divider';
import type { ListItemIconProps } from '@mui/material/ListItemIcon';
import type { ListSubheaderProps } from '@mui/material/ListSubheader';
import type { MenuProps } from '@mui/material/Menu';
import type { MenuItemProps } from '@mui/material/MenuItem';
import type { PopoverProps } from '@mui/material/Popover';
import { type ComponentType, type FunctionComponent, Suspense, useState } from 'react';
import { type LazyScreen, lazyScreen } from './lazyScreen.tsx';
import type * as overlayParts from './overlayParts.ts';

type Parts = typeof overlayParts;

let arrived: Parts | undefined;
const parts = async (): Promise<Parts> => (arrived ??= await import('./overlayParts.ts'));

type Overlay<Props> = FunctionComponent<Props> & Pick<LazyScreen<object>, 'preload' | 'isThere'>;

/**
 * What opens over the page: its code, a tenth of the first screen's, comes once that stands or when it is first
 * opened. Drawn from then on, so that it closes as softly as it opened.
 */
const overlay = <Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>): Overlay<Props> => {
  // Made when it is wanted: what stands in for a missing part may ask in a dialog itself.
  let part: LazyScreen<Props> | undefined;
  const Overlay = (props: Props) => {
    const [wasOpen, setWasOpen] = useState(props.open);
    if (props.open && !wasOpen) setWasOpen(true);
    if (!wasOpen) return null;
    const Part = (part ??= lazyScreen(load, { isSmall: true }));
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
  return Object.assign(Overlay, {
    preload: () => (part ??= lazyScreen(load, { isSmall: true })).preload(),
    isThere: () => part?.isThere() ?? false,
  });
};

export const Menu = overlay<MenuProps>(async () => (await parts()).Menu);
export const Popover = overlay<PopoverProps>(async () => (await parts()).Popover);
export const Dialog = overlay<DialogProps>(async () => (await parts()).Dialog);

/** What is drawn in one of these only: its code is there by then. */
const within =
  <Props extends object>(of: (there: Parts) => ComponentType<Props>): FunctionComponent<Props> =>
  props => {
    if (!arrived) throw new Error('drawn outside of what opens over the page');
    const Part = of(arrived);
    return <Part {...props} />;
  };

export const DialogActions = within<DialogActionsProps>(there => there.DialogActions);
export const DialogContent = within<DialogContentProps>(there => there.DialogContent);
export const DialogTitle = within<DialogTitleProps>(there => there.DialogTitle);
export const ListItemIcon = within<ListItemIconProps>(there => there.ListItemIcon);
export const ListSubheader = within<ListSubheaderProps>(there => there.ListSubheader);
export const MenuItem = within<MenuItemProps>(there => there.MenuItem);
/** MUI's menu looks for the first item to focus among its children, and asks them so. */
export const Divider = Object.assign(
  within<DividerProps>(there => there.Divider),
  { muiSkipListHighlight: true },
);

/** Brings their code before it is wanted; from then on they open at once. */
export const preloadOverlays = () =>
  Promise.all([...[Menu, Popover, Dialog].map(one => one.preload()), import('./LeaveDialog.tsx').catch(() => false)]);
