import { useService } from '../ServicesContext.ts';
import type { Reporter } from './reporter.ts';

/** Stable identity, so it is safe in dependency arrays. */
export const useReport = (): Reporter['report'] => useService('reporter').report;
