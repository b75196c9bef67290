import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, queryRows } from '#server/db/database.ts';
import { UnsupportedDatabaseError } from '#server/db/schemaVersion.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-earlier-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('A database made before the migrations became one', () => {
  it('[H34] is refused and left unchanged, while one of this build can be opened again', async () => {
    const first = await openDatabase({ dataDir });
    await first.close();
    const second = await openDatabase({ dataDir });
    expect(await queryRows(second.db, sql`select name from languages`)).toEqual([{ name: 'Русский' }]);
    await second.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
    await second.close();
    await expect(openDatabase({ dataDir })).rejects.toThrow(UnsupportedDatabaseError);
  });
});
