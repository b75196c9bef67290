import { useService } from '../ServicesContext.ts';
import type { StaleBundle } from './staleBundle.ts';

export const useStaleBundle = (): StaleBundle => useService('staleBundle');
