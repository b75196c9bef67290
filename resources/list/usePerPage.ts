import { useStore } from 'react-admin';
import { DEFAULT_PER_PAGE } from '#contract/limits.ts';

const keyOf = (resource: string) => `preferences.perPage.${resource}`;

/** How many rows a page has, as the person last chose it; kept among their preferences. */
export const usePerPage = (resource: string) => useStore(keyOf(resource), DEFAULT_PER_PAGE as number);
