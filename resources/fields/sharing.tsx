import { SharingDiff } from '../drafts/SharingDiff.tsx';
import { SharingInput } from './SharingInput.tsx';
import { definePlainView } from './view.ts';

const renderNothing = () => null;

export const sharing = definePlainView('sharing', {
  Input: SharingInput,
  useCell: () => renderNothing,
  width: () => 0,
  Diff: SharingDiff,
});
