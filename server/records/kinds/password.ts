import { stored } from '../kind.ts';

/** Its hash. */
export const password = stored('password', { keptAs: 'other' });
