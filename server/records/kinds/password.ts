import { stored } from '../kind.ts';

/** `other`, because the column stores a hash. */
export const password = stored('password', { storage: 'other' });
