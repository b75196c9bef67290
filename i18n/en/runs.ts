import type { Translation } from '../messages.ts';
import type { runs as source } from '../ru/runs.ts';

export const runs: Translation<typeof source> = {
  progress: 'Done',
  log: 'Log',
  logEmpty: 'No lines yet',
  searchLog: 'Search the log',
  logNone: 'No such lines',
  onlyFaults: 'Problems only',
  level: { info: 'Message', warning: 'Warning', error: 'Error' },
  startedAt: 'Started',
  state: 'State',
  who: 'Who',
  more: 'Show more',
};
