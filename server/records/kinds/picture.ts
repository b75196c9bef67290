import { defineStoredKind } from '../kind.ts';

export const picture = defineStoredKind('picture', {});
