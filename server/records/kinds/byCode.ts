import { defineStoredKind } from '../kind.ts';

export const byCode = defineStoredKind('byCode', { write: code => code, format: () => '@' });
