import { stored } from '../kind.ts';

export const attributes = stored('attributes', {});
