import { defineStoredKind } from '../kind.ts';

export const place = defineStoredKind('place', { write: place => place });
