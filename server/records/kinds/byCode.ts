import { stored } from '../kind.ts';

export const byCode = stored('byCode', { write: code => code, format: () => '@' });
