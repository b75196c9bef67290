import type { Translation } from '../messages.ts';
import type { runs as source } from '../ru/runs.ts';

export const runs: Translation<typeof source> = {
  progress: 'Done',
  silent:
    'Nothing was heard for over a minute: the connection broke or the server is busy. What is done stays, and the page shows the outcome by itself.',
  log: 'Log',
  logEmpty: 'No lines yet',
  logCut: 'The first %{number} lines of the log are shown',
  searchLog: 'Search the log',
  logNone: 'No such lines',
  onlyFaults: 'Problems only',
  level: { info: 'Message', warning: 'Warning', error: 'Error' },
  startedAt: 'Started',
  state: 'State',
  who: 'Who',
  more: 'Show more',
};
