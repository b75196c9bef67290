import { defineStoredKind } from '../kind.ts';

export const sharing = defineStoredKind('sharing', {});
