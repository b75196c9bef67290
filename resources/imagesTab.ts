import { lazyScreen } from '#ui/lazyScreen.tsx';

/** Lazy, because most visits to an editor never open the images. */
export const ImagesTab = lazyScreen(() => import('./images/ImagesTab.tsx').then(module => module.ImagesTab));
