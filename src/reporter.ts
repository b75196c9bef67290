import { loadChunk } from '#providers/http/chunks.ts';
import { consoleReporter, lazyReporter, type Reporter, type Send } from '#providers/reporting/reporter.ts';
import { config } from './config.ts';

const load = async (): Promise<Send> => {
  const { openService } = await loadChunk(() => import('#providers/reporting/reportService.ts'));
  return openService(config.reportTo);
};

/** One for the public pages and the application, so that it loads once. */
export const reporter: Reporter = config.reportTo ? lazyReporter({ load, page: window }) : consoleReporter();
