import { defineStoredKind } from '../kind.ts';

/** `other`, because the column stores a hash. */
export const password = defineStoredKind('password', { storage: 'other' });
