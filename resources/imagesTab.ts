import { lazyScreen } from '#ui/lazyScreen.tsx';

/** The images of a record; loaded when the tab is opened. */
export const ImagesTab = lazyScreen(() => import('./images/ImagesTab.tsx').then(module => module.ImagesTab));
