import { loadChunk } from '#providers/http/chunks.ts';
import {
  createConsoleReporter,
  createLazyReporter,
  type Reporter,
  type SendReport,
} from '#providers/reporting/reporter.ts';
import { config } from './config.ts';

const loadReporter = async (): Promise<SendReport> => {
  const { startErrorReporting: openService } = await loadChunk(() => import('#providers/reporting/reportService.ts'));
  return openService(config.reportTo);
};

/** The public pages and the application share one reporter, so that it loads only once. */
export const reporter: Reporter = config.reportTo
  ? createLazyReporter({ load: loadReporter, page: window })
  : createConsoleReporter();
