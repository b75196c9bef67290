import { useStore } from 'react-admin';
import { DEFAULT_PER_PAGE } from '#contract/limits.ts';

const keyOf = (resource: string) => `preferences.perPage.${resource}`;

export const usePerPage = (resource: string) => useStore(keyOf(resource), DEFAULT_PER_PAGE as number);
