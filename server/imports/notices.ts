import type { ImportRun } from '#contract/importing.ts';
import { pageAddress } from '#contract/pages.ts';
import type { Database } from '../db/database.ts';
import { type Notified, nameOfUser, notify } from '../realtime/notifications/notify.ts';

const page = pageAddress('import');

/** Tells whoever started a run how it ended; not of what they did themselves. `by`: who canceled it. */
export const notifyOfImport = async (
  tx: Database,
  people: Notified,
  { id, user, file_name, counts }: ImportRun,
  kind: 'import_finished' | 'import_failed' | 'import_canceled',
  by: number | null = null,
): Promise<void> => {
  if (by === user.id) return;
  const link = `${page}?run=${id}`;
  const said = {
    import_finished: { kind: 'import_finished', payload: { file_name, counts }, link },
    import_failed: { kind: 'import_failed', payload: { file_name }, link },
    import_canceled: { kind: 'import_canceled', payload: { file_name, by: await nameOfUser(tx, by) }, link },
  } as const;
  await notify(tx, people, [user.id], said[kind]);
};
