import { useService } from '../ServicesContext.ts';
import type { StaleBundle } from './staleBundle.ts';

/** The way to the build that is served now. */
export const useStaleBundle = (): StaleBundle => useService('staleBundle');
