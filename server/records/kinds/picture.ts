import { stored } from '../kind.ts';

export const picture = stored('picture', {});
