import { status } from '../kinds.ts';

export const lifecycle = status(['draft', 'active', 'archived']);
