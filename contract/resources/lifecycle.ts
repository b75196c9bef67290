import { status } from '../kinds.ts';

/** The life cycle shared by goods and matrices. */
export const lifecycle = status(['draft', 'active', 'archived']);
