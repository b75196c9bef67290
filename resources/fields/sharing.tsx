import { lazyScreen } from '#ui/lazyScreen.tsx';
import { plainView } from './view.ts';

const SharingInput = lazyScreen(() => import('./SharingInput.tsx').then(module => module.SharingInput));
const SharingDiff = lazyScreen(() => import('../drafts/SharingDiff.tsx').then(module => module.SharingDiff));
const nothing = () => null;

export const sharing = plainView('sharing', {
  Input: SharingInput,
  useCell: () => nothing,
  width: () => 0,
  Diff: SharingDiff,
});
