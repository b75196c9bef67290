import { loadChunk } from '#providers/http/chunks.ts';
import { consoleReporter, lazyReporter, type Reporter, type Send } from '#providers/reporting/reporter.ts';
import { config } from './config.ts';

const load = async (): Promise<Send> => {
  const { openService } = await loadChunk(() => import('#providers/reporting/reportService.ts'));
  return openService(config.reportTo);
};

/** The public pages and the application share one, so that it loads once. */
export const reporter: Reporter = config.reportTo ? lazyReporter({ load, page: window }) : consoleReporter();
