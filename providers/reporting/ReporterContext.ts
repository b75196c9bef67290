import { createContext, useContext } from 'react';
import type { Reporter } from './reporter.ts';

/** Apart from the reporter: the public pages report as well, and load no React. */
export const ReporterContext = createContext<Reporter | null>(null);

/** `report` of the application's reporter; always the same function. @throws outside `<ReporterContext>` */
export const useReport = (): Reporter['report'] => {
  const reporter = useContext(ReporterContext);
  if (!reporter) throw new Error('useReport must be called below <ReporterContext>');
  return reporter.report;
};
