import { stored } from '../kind.ts';

/** The column stores a hash. */
export const password = stored('password', { keptAs: 'other' });
