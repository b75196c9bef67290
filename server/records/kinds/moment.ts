import { defineStoredKind } from '../kind.ts';

export const moment = defineStoredKind('moment', { storage: 'other' });
