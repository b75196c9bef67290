import { stored } from '../kind.ts';

export const sharing = stored('sharing', {});
