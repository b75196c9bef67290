import { pageAddress } from '#contract/pages.ts';
import type { Sending } from '#contract/sending.ts';
import type { Database } from '../../db/database.ts';
import { type Notified, nameOfUser, notify } from '../../realtime/notifications/notify.ts';

const page = pageAddress('sending');

/** Tells whoever started a run how it ended; not of what they did themselves. `by`: who canceled it. */
export const notifyOfSending = async (
  tx: Database,
  people: Notified,
  { id, status, is_broken, counts, cafes, user }: Sending,
  by: number | null = null,
): Promise<void> => {
  if (by === user.id) return;
  const link = `${page}?run=${id}`;
  const failed = cafes.filter(cafe => cafe.failed > 0 || cafe.status === 'failed').map(({ name }) => name);
  if (status === 'finished')
    await notify(tx, people, [user.id], {
      kind: 'sending_finished',
      payload: { sent: counts.sent, failed },
      link,
    });
  else if (is_broken) await notify(tx, people, [user.id], { kind: 'sending_failed', payload: {}, link });
  else {
    const payload = { by: await nameOfUser(tx, by) };
    await notify(tx, people, [user.id], { kind: 'sending_canceled', payload, link });
  }
};
