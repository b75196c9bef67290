import { defineStoredKind } from '../kind.ts';

/** `other`, because the column stores a hash rather than the password. */
export const password = defineStoredKind('password', { storage: 'other' });
