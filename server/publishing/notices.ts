import { pageAddress } from '#contract/pages.ts';
import type { SyncRun } from '#contract/synchronization.ts';
import type { Database } from '../db/database.ts';
import { type Notified, nameOfUser, notify } from '../realtime/notifications/notify.ts';

const page = pageAddress('synchronization');

/** Tells whoever started a run how it ended; not of what they did themselves. `by`: who canceled it. */
export const notifyOfRun = async (
  tx: Database,
  people: Notified,
  { id, status, counts, user }: SyncRun,
  by: number | null = null,
): Promise<void> => {
  if (by === user.id || status === 'processing') return;
  const link = `${page}?run=${id}`;
  const said = {
    finished: {
      kind: 'synchronization_finished',
      payload: { published: counts.published, faulty: counts.faulty },
      link,
    },
    failed: { kind: 'synchronization_failed', payload: {}, link },
    canceled: { kind: 'synchronization_canceled', payload: { by: await nameOfUser(tx, by) }, link },
  } as const;
  await notify(tx, people, [user.id], said[status]);
};
