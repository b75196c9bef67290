import { plainView } from './view.ts';

// Never rendered: `useFields` replaces this field by one field per attribute.
const nothing = () => null;

export const attributes = plainView('attributes', { Input: nothing, useCell: () => nothing, width: () => 0 });
