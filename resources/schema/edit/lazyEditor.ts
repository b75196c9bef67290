import type { Definition } from '../types.ts';
import { lazyScreen } from '../ui/lazyScreen.tsx';

/** The editor of any resource, whose code comes while its list is read or when it is opened. */
export const editor = lazyScreen<{ definition: Definition }>(() =>
  import('./EditScreen.tsx').then(module => module.EditScreen),
);
