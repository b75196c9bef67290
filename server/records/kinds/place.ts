import { defineStoredKind } from '../kind.ts';

export const place = defineStoredKind('place', { write: position => position });
