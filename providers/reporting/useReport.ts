import { useService } from '../ServicesContext.ts';
import type { Reporter } from './reporter.ts';

/** Returns a stable function, so that it can be a dependency of effects. */
export const useReport = (): Reporter['report'] => useService('reporter').report;
