import { definePlainView } from './view.ts';

// Never rendered: `useFields` replaces this field by one field per attribute.
const renderNothing = () => null;

export const attributes = definePlainView('attributes', {
  Input: renderNothing,
  useCell: () => renderNothing,
  width: () => 0,
});
