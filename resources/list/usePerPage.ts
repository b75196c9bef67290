import { useStore } from 'react-admin';
import { DEFAULT_PER_PAGE } from '#contract/limits.ts';

const buildStorageKey = (resource: string) => `preferences.perPage.${resource}`;

export const usePerPage = (resource: string) => useStore(buildStorageKey(resource), DEFAULT_PER_PAGE as number);
