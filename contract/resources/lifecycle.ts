import { status } from '../kinds.ts';

/** The stages of whatever is prepared, in use, and put away. */
export const lifecycle = status(['draft', 'active', 'archived']);
