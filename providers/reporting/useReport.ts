import { useService } from '../ServicesContext.ts';
import type { Reporter } from './reporter.ts';

/** `report` of the application's reporter; always the same function. */
export const useReport = (): Reporter['report'] => useService('reporter').report;
