import { defineStoredKind } from '../kind.ts';

export const attributes = defineStoredKind('attributes', {});
