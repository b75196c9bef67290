import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureRoles } from '#server/accounts/accounts.ts';
import { readConfig } from '#server/config.ts';
import type { Database, DatabaseKind } from '#server/db/database.ts';
import { type RunKind, runKinds } from '#server/db/runsSchema.ts';
import {
  cafes,
  importProfiles,
  importSchedules,
  importSources,
  notifications,
  preparedImports,
  runLog,
  runs,
  sendingCafes,
  sendingTasks,
  users,
} from '#server/db/schema.ts';
import { createFolderStore } from '#server/files/folder.ts';
import { loadSecrets } from '#server/secrets.ts';
import { runCommand } from '#tests/support/commands.ts';
import { createPlace, type Place, within } from '#tests/support/places.ts';
import { mapping } from '#tests/support/profileSample.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrina-restored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kinds: DatabaseKind[] = inject('server').postgres ? ['embedded', 'postgres'] : ['embedded'];

const insertUser = async (db: Database): Promise<number> => {
  const person = { first_name: 'Анна', last_name: 'Берёзкина', email: 'anna@example.com', password: '' };
  const [user] = await db
    .insert(users)
    .values({ ...person, role: 'admin' })
    .returning();
  return user?.id ?? 0;
};

const WEEK_AGO = new Date(Date.now() - 7 * 24 * 3_600_000);

/** One run of each kind, as a week ago. */
const beginRuns = async (db: Database, user_id: number): Promise<void> => {
  const beginRun = async (kind: RunKind, details: Record<string, unknown>): Promise<number> => {
    const times = { started_at: WEEK_AGO, heartbeat_at: WEEK_AGO };
    const [run] = await db
      .insert(runs)
      .values({ kind, user_id, status: 'processing', progress: 40, counts: {}, details, ...times })
      .returning();
    return run?.id ?? 0;
  };
  const sending = await beginRun('sending', { products: 1, bytes: 2, bytes_sent: 1 });
  const [cafe] = await db
    .insert(cafes)
    .values({ name: 'Кафе', kind: 'http', address: 'http://cafe.example' })
    .returning();
  await db.insert(sendingCafes).values({
    run_id: sending,
    cafe_id: cafe?.id ?? 0,
    name: 'Кафе',
    status: 'processing',
    files: 5,
    sent: 2,
  });
  await db.insert(sendingTasks).values({ run_id: sending, product_ids: [1], anew: false });
  const imported = await beginRun('import', { file_name: 'прайс.csv', language: 'en' });
  await db.insert(importSources).values({ run_id: imported, key: 'removed', mapping });
  await beginRun('undo', { batch_id: 1, overwrite: false, done: 1 });
  await beginRun('publication', { only_failed: false });
};

const NEXT_YEAR = new Date(Date.now() + 365 * 24 * 3_600_000);
const INTERVAL_MINUTES = 30;

const addSchedule = async (db: Database, user_id: number, name: string, next_at: Date): Promise<void> => {
  const [profile] = await db
    .insert(importProfiles)
    .values({ name, mapping, updated_by: user_id, updated_at: WEEK_AGO })
    .returning();
  await db.insert(importSchedules).values({
    profile_id: profile?.id ?? 0,
    source: { kind: 'folder', folder: name },
    time: { kind: 'interval', minutes: INTERVAL_MINUTES },
    starts: true,
    set_by: user_id,
    set_at: WEEK_AGO,
    next_at,
    seen: {},
  });
};

/** The names are those of the files that are left of a table when the files are copied. */
const tables = {
  whole: { files: ['imports/whole', 'imports/whole.a.images'], hasArchive: true },
  'without-images': { files: ['imports/without-images'], hasArchive: false },
  removed: { files: [], hasArchive: false },
  'half-removed': { files: ['imports/half-removed'], hasArchive: true },
} as const;

const addTables = async (db: Database, { DATA_DIR }: Place, user_id: number): Promise<void> => {
  const store = createFolderStore(DATA_DIR);
  for (const [key, { files, hasArchive }] of Object.entries(tables)) {
    const image_archive = hasArchive ? { file_name: 'images.zip', files: 1, key: 'a' } : null;
    const edits = { corrections: { cells: {}, alike: [] }, left_out: [] };
    const times = { created_at: WEEK_AGO, expires_at: NEXT_YEAR };
    await db
      .insert(preparedImports)
      .values({ key, user_id, file_name: `${key}.csv`, image_archive, ...edits, ...times });
    for (const name of files) await store.put(name, Buffer.from(name), 'application/octet-stream');
  }
};

/** Makes a backup with its check. @returns its folder */
const backUp = async (): Promise<string> => {
  const place = await createPlace(folder, 'embedded');
  await within(place, async db => {
    await ensureRoles(db);
    const userId = await insertUser(db);
    await beginRuns(db, userId);
    await addSchedule(db, userId, 'Ромашка', WEEK_AGO);
    await addSchedule(db, userId, 'Василёк', NEXT_YEAR);
    await addTables(db, place, userId);
  });
  loadSecrets(readConfig({ ...place }));
  const backup = join(folder, randomUUID());
  expect(await runCommand({ ...place }, 'backup', backup)).toMatchObject({ code: 0, error: '' });
  return backup;
};

describe.each(kinds)('A restored copy on %s', kind => {
  let copy: Place;
  beforeAll(async () => {
    copy = await createPlace(folder, kind);
    expect(await runCommand({ ...copy }, 'restore', await backUp())).toMatchObject({ code: 0, error: '' });
  });

  it('[Z85] goes on with no run of the original, and tells those who can start them again', async () => {
    await within(copy, async db => {
      const lines = await db
        .select({ kind: runs.kind, status: runs.status, level: runLog.level, text: runLog.text })
        .from(runLog)
        .innerJoin(runs, eq(runs.id, runLog.run_id))
        .orderBy(runs.kind);
      expect(lines.map(({ kind, status, level }) => [kind, status, level])).toEqual(
        [...runKinds].toSorted().map(kind => [kind, 'failed', 'error']),
      );
      expect(lines.map(({ text }) => text)).toEqual([
        'Import stopped: the server was restored from a backup. What was written stays: new 0, changed 0; send the file again',
        'Публикация прервана: сервер восстановлен из резервной копии. В магазинах всё осталось прежним. Опубликуйте ещё раз',
        'Отправка медиа прервана: сервер восстановлен из резервной копии. К моменту копии отправлено файлов: 2. Отправьте ещё раз',
        'Отмена прервана: сервер восстановлен из резервной копии. Что уже вернулось, остаётся: записей 0. Отмените ещё раз',
      ]);
      const notices = await db.select().from(notifications).orderBy(notifications.kind);
      expect(notices.map(notice => notice.kind)).toEqual([
        'import_failed',
        'sending_failed',
        'synchronization_failed',
        'undo_failed',
      ]);
      expect(await db.select().from(sendingCafes)).toMatchObject([{ status: 'canceled', sent: 2 }]);
    });
  });

  it('[Z85] reads no source that was due, and keeps the times to come', async () => {
    const [due, later] = await within(copy, db =>
      db.select({ next_at: importSchedules.next_at }).from(importSchedules).orderBy(importSchedules.profile_id),
    );
    const minutes = ((due?.next_at.getTime() ?? 0) - Date.now()) / 60_000;
    // Less for a slow machine.
    expect(minutes).toBeGreaterThan(INTERVAL_MINUTES / 2);
    expect(minutes).toBeLessThanOrEqual(INTERVAL_MINUTES);
    expect(later?.next_at).toEqual(NEXT_YEAR);
  });

  it('[Z86] has no table whose files were removed while they were copied', async () => {
    const kept = await within(copy, db =>
      db.select({ key: preparedImports.key }).from(preparedImports).where(gt(preparedImports.expires_at, new Date())),
    );
    expect(kept.map(({ key }) => key).toSorted()).toEqual(['whole', 'without-images']);
  });

  it('[Z85] [Z86] [Z11] is healthy', async () => {
    expect(await runCommand({ ...copy }, 'doctor')).toMatchObject({ code: 0, error: '' });
  });
});
