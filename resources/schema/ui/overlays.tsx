import type { DialogProps } from '@mui/material/Dialog';
import type { MenuProps } from '@mui/material/Menu';
import type { PopoverProps } from '@mui/material/Popover';
import { type ComponentType, type FunctionComponent, Suspense, useState } from 'react';
import { type LazyScreen, lazyScreen } from './lazyScreen.tsx';

const parts = () => import('./overlayParts.ts');

type Overlay<Props> = FunctionComponent<Props> & { preload: () => Promise<boolean> };

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
  return Object.assign(Overlay, { preload: () => (part ??= lazyScreen(load, { isSmall: true })).preload() });
};

export const Menu = overlay<MenuProps>(async () => (await parts()).Menu);
export const Popover = overlay<PopoverProps>(async () => (await parts()).Popover);
export const Dialog = overlay<DialogProps>(async () => (await parts()).Dialog);

/** Brings their code before it is wanted; from then on they open at once. */
export const preloadOverlays = () => Promise.all([Menu, Popover, Dialog].map(one => one.preload()));
