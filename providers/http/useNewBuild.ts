import { useService } from '../ServicesContext.ts';
import type { NewBuild } from './staleBundle.ts';

/** The way to the build that is served now. */
export const useNewBuild = (): NewBuild => useService('newBuild');
