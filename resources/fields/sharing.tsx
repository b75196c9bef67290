import { SharingDiff } from '../drafts/SharingDiff.tsx';
import { SharingInput } from './SharingInput.tsx';
import { plainView } from './view.ts';

const nothing = () => null;

export const sharing = plainView('sharing', {
  Input: SharingInput,
  useCell: () => nothing,
  width: () => 0,
  Diff: SharingDiff,
});
