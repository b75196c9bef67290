import { stored } from '../kind.ts';

export const place = stored('place', { write: place => place });
