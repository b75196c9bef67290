import { useService } from '../ServicesContext.ts';
import type { Reporter } from './reporter.ts';

/** A stable identity, so that it can be a dependency of effects. */
export const useReport = (): Reporter['report'] => useService('reporter').report;
