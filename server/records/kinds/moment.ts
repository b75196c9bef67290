import { stored } from '../kind.ts';

export const moment = stored('moment', { storage: 'other' });
