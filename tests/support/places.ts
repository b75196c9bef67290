import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { ensureRoles } from '#server/accounts/accounts.ts';
import { readConfig } from '#server/config.ts';
import { type Database, type DatabaseKind, openDatabase } from '#server/db/database.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { writeUnrecorded } from '#server/drafts/author.ts';
import { ensureHistory } from '#server/drafts/historyTriggers.ts';
import { createFileStore } from '#server/files/store.ts';
import { ensureReferences } from '#server/routes/referenceLists.ts';
import { loadSecrets } from '#server/secrets.ts';
import { createPostgresDatabase } from './server.ts';

export interface Place {
  DATA_DIR: string;
  DATABASE_URL?: string;
  FILES_URL?: string;
}

/** Embedded databases begin as the run's snapshot, since migrating each would take seconds. */
export const createPlace = async (folder: string, kind: DatabaseKind): Promise<Place> => {
  const DATA_DIR = join(folder, randomUUID());
  if (kind === 'postgres') return { DATA_DIR, DATABASE_URL: await createPostgresDatabase() };
  mkdirSync(DATA_DIR);
  const loadDataDir = new Blob([readFileSync(inject('server').snapshot)]);
  await (await PGlite.create({ dataDir: join(DATA_DIR, 'database'), loadDataDir, extensions: { pg_trgm } })).close();
  return { DATA_DIR };
};

export const within = async <R>({ DATA_DIR, DATABASE_URL }: Place, read: (db: Database) => Promise<R>): Promise<R> => {
  const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  try {
    return await read(db);
  } finally {
    await close();
  }
};

/** Values that a careless format would lose: JSON's null, quotes and line breaks, arrays, fractions. */
const awkwardRows = [
  sql`insert into idempotency_keys (user_id, key, digest, result, created_at)
    select min(id), E'a\\\\"b\\n\\tc«ё»😀', '', 'null'::jsonb, '2026-03-29 02:30:00.123+03' from users`,
  sql`insert into idempotency_keys (user_id, key, digest, result, created_at) select min(id), '', '', null, now() from users`,
  sql`insert into feed_failures (project_id, entity, record_id, since, faults)
    select min(id), 'products', 1, 1, array['a,b', 'c"}', null] from projects`,
  sql`insert into sync_touched (entity, record_id) values ('products', 2), ('products', 1), ('products', 1)`,
  sql`update categories set position = 0.1::float8 + 0.2::float8 where id = (select max(id) from categories)`,
  sql`insert into trash (entity, record_id, batch_id, row) values ('products', 1, 1, '{"price": 1.10}')`,
];

export const fill = async (place: Place): Promise<void> => {
  await within(place, async db => {
    await ensureRoles(db);
    await ensureReferences(db);
    await ensureHistory(db);
    await seedDemo(db);
    await writeUnrecorded(db, async tx => {
      for (const statement of awkwardRows) await tx.execute(statement);
    });
  });
  const files = createFileStore({ dataDir: place.DATA_DIR, filesUrl: place.FILES_URL });
  for (const name of ['images/ab/abc/full.jpg', 'images/ab/abc/small.webp', 'imports/key'])
    await files.put(name, Buffer.from(`the file ${name}`), 'image/webp');
  loadSecrets(readConfig({ ...place }));
};
