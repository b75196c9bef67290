import { SharingDiff } from '../drafts/SharingDiff.tsx';
import { SharingInput } from './SharingInput.tsx';
import { plainView } from './view.ts';

const renderNothing = () => null;

export const sharing = plainView('sharing', {
  Input: SharingInput,
  useCell: () => renderNothing,
  width: () => 0,
  Diff: SharingDiff,
});
