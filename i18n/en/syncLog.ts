import type { Translation } from '../messages.ts';
import type { syncLog as source } from '../ru/syncLog.ts';

export const syncLog: Translation<typeof source> = {
  refused: {
    running: 'A publication is already running: wait for its end or cancel it',
    ended: 'This publication has already ended',
    noProject: 'There is no such project, or it is archived: reload the page',
    nothingFailed: 'The chosen projects have no records with errors',
  },
  log: {
    started: 'Publishing to: %{projects}. Records to check: %{total}',
    startedFailed: 'Publishing what failed before: %{projects}. Records to check: %{total}',
    resumed: 'The server was restarted, the publication has begun again: the shops are as they were so far',
    fault: '%{fault}: “%{name}” (%{projects})',
    project: '%{name}: published %{published}, removed %{removed}, with errors %{faulty}, left out %{leftOut}',
    projectSince:
      '%{name}: published %{published}, removed %{removed}, with errors %{faulty}, left out %{leftOut}, unchanged since %{since}: %{unchanged}',
    leftOut: 'Left out: %{reasons}',
    faults: 'With errors: %{reasons}',
    finished: 'Publication finished',
    canceled: 'Publication cancelled: the shops stay as they were, the changes wait for the next one',
    failed: 'Publication stopped by an error: the shops stay as they were. Publish again',
    lost: 'Publication stopped: the server went down. The shops stay as they were. Publish again',
    restored: 'Publication stopped: the server was restored from a backup. The shops stay as they were. Publish again',
  },
  cause: {
    shape: 'Other fields are published now, so every record is checked: %{projects}',
    history:
      'The project was published long ago: some changes have left the history, so every record is checked: %{projects}',
    settings: 'The settings have changed, so every record is checked: %{projects}',
  },
  reason: {
    draft: 'drafts',
    archived: 'archived',
    deleted: 'deleted',
    barcode: 'no barcode',
    categories: 'no category on the platform',
  },
  fault: { barcode: 'No barcode', categories: 'No category on the platform' },
};
