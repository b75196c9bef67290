import { plainView } from './view.ts';

// In forms and lists there is a field for each attribute in its place (`useFields`).
const nothing = () => null;

export const attributes = plainView('attributes', { Input: nothing, useCell: () => nothing, width: () => 0 });
