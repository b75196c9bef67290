import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Access } from './permissions.ts';
import { TRASH_DAYS } from './trash.ts';

export const HistorySettings = z.strictObject({
  /** Days after which changes are removed. Not before the trash, whose records get their links from them. */
  keep_days: z.int().min(TRASH_DAYS).max(10_000),
  /** Changes of a price by more than this are marked, in percent. */
  price_percent: z.int().min(1).max(1000),
});
export type HistorySettings = z.output<typeof HistorySettings>;

export const defaultHistorySettings: HistorySettings = { keep_days: 400, price_percent: 30 };

/** Those who decide about all projects also decide what is kept of their history. */
export const historySettingsAccess = ['settings_project'] as const satisfies Access;

export const historySettingsEndpoints = {
  /** Open to all users, because the history, imports and bulk edits mark prices by it. */
  read: endpoint('GET /history-settings', { access: 'signed-in', isEverywhere: true, result: HistorySettings }),
  change: endpoint('PUT /history-settings', {
    access: historySettingsAccess,
    body: HistorySettings,
    result: HistorySettings,
  }),
};
