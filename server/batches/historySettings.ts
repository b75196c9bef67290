import { defaultHistorySettings, type HistorySettings } from '#contract/historySettings.ts';
import { keysOf } from '#contract/keysOf.ts';
import type { PageName } from '#contract/pages.ts';
import type { Author } from '../accounts/author.ts';
import type { Database } from '../db/database.ts';
import { historySettings } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { recordEvents } from '../security/recordEvents.ts';

export const readHistorySettings = async (db: Database): Promise<HistorySettings> => {
  const [row] = await db.select().from(historySettings);
  return row ? { keep_days: row.keep_days, price_percent: row.price_percent } : defaultHistorySettings;
};

export const changeHistorySettings = (
  { db, clock }: ServerDeps,
  author: Author,
  settings: HistorySettings,
): Promise<HistorySettings> =>
  db.transaction(async tx => {
    const before = await readHistorySettings(tx);
    const fields = keysOf(settings)
      .filter(name => settings[name] !== before[name])
      .map(field => ({ field, before: before[field], after: settings[field] }));
    if (fields.length === 0) return settings;
    await tx
      .insert(historySettings)
      .values({ id: 1, ...settings })
      .onConflictDoUpdate({ target: historySettings.id, set: settings });
    await recordEvents(tx, clock(), author, [
      {
        kind: 'setting_changed',
        about: { resource: 'historySettings' satisfies PageName, id: null, name: null },
        details: { fields },
      },
    ]);
    return settings;
  });
