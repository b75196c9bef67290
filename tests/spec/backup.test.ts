import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createBackup } from '#server/backup/createBackup.ts';
import { dumpTables, readTables } from '#server/backup/tables.ts';
import { readConfig } from '#server/config.ts';
import { type Database, type DatabaseKind, queryRows } from '#server/db/database.ts';
import { createFolderStore } from '#server/files/folder.ts';
import { loadSecrets } from '#server/secrets.ts';
import { useFakeBucket } from '#tests/support/bucket.ts';
import { runCommand } from '#tests/support/commands.ts';
import { createPlace, fill, type Place, within } from '#tests/support/places.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrina-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newPlace = (kind: DatabaseKind): Promise<Place> => createPlace(folder, kind);

const filled = new Map<DatabaseKind, Promise<Place>>();
/** One of each kind, because filling takes seconds. */
const source = (kind: DatabaseKind): Promise<Place> => {
  const known =
    filled.get(kind) ??
    newPlace(kind).then(async place => {
      await fill(place);
      return place;
    });
  filled.set(kind, known);
  return known;
};

const sumsOf = (place: Place) => within(place, db => dumpTables(db, () => Promise.resolve()));
const everything = (place: Place) =>
  within(place, async db => {
    const contents: Record<string, unknown[]> = {};
    for (const { name } of await readTables(db)) {
      const rows = await queryRows(db, sql.raw(`select t::text from public.${name} t order by t::text collate "C"`));
      contents[name] = rows;
    }
    return contents;
  });

const kinds: DatabaseKind[] = inject('server').postgres ? ['embedded', 'postgres'] : ['embedded'];
const ways = kinds.flatMap(from => kinds.map(to => ({ from, to })));

const backUp = async (from: DatabaseKind): Promise<string> => {
  const to = join(folder, randomUUID());
  const made = await runCommand({ ...(await source(from)) }, 'backup', to, '--skip-check');
  expect(made).toMatchObject({ code: 0, error: '' });
  return to;
};

describe('Backups', () => {
  it.each(ways)('[Z7] [Z8] a backup of $from restored into $to is the same in every value', async ({ from, to }) => {
    const place = await source(from);
    const backup = await backUp(from);
    const target = await newPlace(to);
    const restored = await runCommand({ ...target }, 'restore', backup, '--json');
    expect(restored).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(restored.out)).toMatchObject({ files: 3 });
    expect(await everything(target)).toEqual(await everything(place));
    expect(await sumsOf(target)).toEqual(await sumsOf(place));
    const stored = createFolderStore(target.DATA_DIR);
    expect(await new Response((await stored.read('imports/key'))?.body).text()).toBe('the file imports/key');
    expect(readFileSync(join(target.DATA_DIR, 'secrets.json'))).toEqual(
      readFileSync(join(place.DATA_DIR, 'secrets.json')),
    );
    const next = (db: Database) =>
      queryRows<{ next: string }>(db, sql`select nextval(pg_get_serial_sequence('products', 'id'))::text as next`);
    const [first] = await within(target, next);
    const [highest] = await within(place, db => queryRows<{ id: number }>(db, sql`select max(id) as id from products`));
    expect(Number(first?.next)).toBe(Number(highest?.id) + 1);
  });

  it('[Z8] triggers and foreign keys hold again after a restore', async () => {
    const target = await newPlace('embedded');
    await runCommand({ ...target }, 'restore', await backUp('embedded'));
    await within(target, async db => {
      await expect(db.execute(sql`delete from security_events`)).rejects.toThrow();
      await expect(db.execute(sql`insert into avatars (user_id, key) values (1, 'none')`)).rejects.toThrow();
      const [disabled] = await queryRows(db, sql`select tgname from pg_trigger where tgenabled = 'D'`);
      expect(disabled).toBeUndefined();
    });
  });

  it('[Z7] nobody else may read a backup, its sums are those of sha256sum, and an unfinished one is none', async () => {
    const backup = await backUp('embedded');
    expect(statSync(backup).mode & 0o077).toBe(0);
    for (const name of await readdir(backup)) expect(statSync(join(backup, name)).mode & 0o077, name).toBe(0);
    const lines = readFileSync(join(backup, 'files.sha256'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^[0-9a-f]{64} {2}files\/i/);
    rmSync(join(backup, 'manifest.json'));
    expect(await runCommand({}, 'verify', backup)).toMatchObject({ code: 1, error: expect.stringContaining(backup) });
    const again = await runCommand({ ...(await source('embedded')) }, 'backup', backup);
    expect(again).toMatchObject({ code: 1, error: expect.stringContaining(backup) });
  });

  it.each(kinds.filter(kind => kind === 'postgres'))(
    '[Z7] the tables of %s are those of one moment, whatever others write meanwhile',
    async kind => {
      const place = await newPlace(kind);
      const to = join(folder, randomUUID());
      const pairs = await within(place, async db => {
        const stop = new AbortController();
        const write = async () => {
          for (let number = 1; !stop.signal.aborted; number += 1)
            await db.transaction(async tx => {
              await tx.execute(sql`insert into batches (user_id, summary) values (${number}, null)`);
              await tx.execute(sql`insert into throttles (key, tries, free_at, forget_at)
                values (${String(number)}, ${number}, now(), now())`);
            });
        };
        const writing = write();
        await expect.poll(() => db.execute(sql`select 1 from throttles limit 1`)).toMatchObject({ rows: [{}] });
        const made = await runCommand({ ...place }, 'backup', to, '--skip-check').finally(() => stop.abort());
        await writing;
        expect(made).toMatchObject({ code: 0, error: '' });
        return queryRows<{ count: number }>(db, sql`select count(*)::integer as count from throttles`);
      });
      const rowsOf = (table: string) =>
        gunzipSync(readFileSync(join(to, 'tables', `${table}.jsonl.gz`)))
          .toString()
          .trim()
          .split('\n').length;
      expect(rowsOf('batches')).toBe(rowsOf('throttles'));
      expect(rowsOf('throttles')).toBeLessThan(pairs[0]?.count ?? 0);
    },
  );

  it('[Z10] every damage is named: a changed row, a missing row, a changed and a missing file', async () => {
    const backup = await backUp('embedded');
    expect(await runCommand({}, 'verify', backup)).toMatchObject({ code: 0, error: '' });
    const table = join(backup, 'tables/projects.jsonl.gz');
    const whole = readFileSync(table);
    const lines = gunzipSync(whole).toString().trimEnd().split('\n');
    const damages: [part: string, damage: () => void, mend: () => void][] = [
      [
        'tables/projects',
        () => writeFileSync(table, gzipSync(`${lines.join('\n').replace('RUB', 'RUR')}\n`)),
        () => writeFileSync(table, whole),
      ],
      [
        'tables/throttles',
        () =>
          writeFileSync(join(backup, 'tables/throttles.jsonl.gz'), gzipSync('["a","1","2026-01-01","2026-01-01"]\n')),
        () => rmSync(join(backup, 'tables/throttles.jsonl.gz')),
      ],
      [
        'files/imports/key',
        () => writeFileSync(join(backup, 'files/imports/key'), 'another'),
        () => writeFileSync(join(backup, 'files/imports/key'), 'the file imports/key'),
      ],
      ['files/images/ab/abc/small.webp', () => rmSync(join(backup, 'files/images/ab/abc/small.webp')), () => {}],
    ];
    for (const [part, damage, mend] of damages) {
      damage();
      const checked = await runCommand({}, 'verify', backup);
      expect(checked, part).toMatchObject({ code: 1, error: expect.stringContaining(part) });
      mend();
    }
    expect((await readdir(folder)).filter(name => name.startsWith('.vitrina'))).toEqual([]);
  });

  it.each(kinds)('[Z9] nothing is restored into a %s database or a store in use', async kind => {
    const backup = await backUp('embedded');
    const used = await source(kind);
    const before = await everything(used);
    const onDatabase = await runCommand({ ...used }, 'restore', backup);
    expect(onDatabase).toMatchObject({ code: 1, error: expect.stringMatching(/не пуст/) });
    expect(await everything(used)).toEqual(before);

    const target = await newPlace(kind);
    await createFolderStore(target.DATA_DIR).put('images/own', new Uint8Array(1), 'image/webp');
    const onFiles = await runCommand({ ...target }, 'restore', backup);
    expect(onFiles).toMatchObject({ code: 1, error: expect.stringContaining('images/own') });
    expect(existsSync(join(target.DATA_DIR, 'secrets.json'))).toBe(false);
    expect((await sumsOf(target))['products']).toMatchObject({ rows: 0 });
  });

  it('[Z21] a backup that its check finds damaged gets no name and leaves nothing', async () => {
    const place = await newPlace('embedded');
    await within(place, async db => {
      await db.execute(sql`set session_replication_role = replica`);
      await db.execute(sql`insert into avatars (user_id, key) values (1, 'none')`);
    });
    const to = join(folder, randomUUID());
    expect(await runCommand({ ...place }, 'backup', to)).toMatchObject({ code: 1 });
    expect((await readdir(folder)).filter(name => name.includes(basename(to)))).toEqual([]);
    expect(await runCommand({ ...place }, 'backup', to, '--skip-check')).toMatchObject({ code: 0 });
  });

  it.runIf(existsSync('/dev/full'))('[Z21] a full disk ends a backup with its error, and nothing stays', async () => {
    const place = await newPlace('embedded');
    await within(place, async db => {
      await db.execute(sql`insert into throttles (key, tries, free_at, forget_at)
        select gen_random_uuid()::text, 1, now(), now() from generate_series(1, 20000)`);
    });
    const to = join(folder, randomUUID());
    const backup = createBackup(
      to,
      {
        dataDir: place.DATA_DIR,
        files: createFolderStore(place.DATA_DIR),
        withDatabase: read => {
          mkdirSync(join(`${to}.part`, 'tables'));
          symlinkSync('/dev/full', join(`${to}.part`, 'tables/throttles.jsonl.gz'));
          return within(place, read);
        },
      },
      () => Promise.resolve(),
    );
    await expect(backup).rejects.toMatchObject({ code: 'ENOSPC' });
    expect((await readdir(folder)).filter(name => name.includes(basename(to)))).toEqual([]);
  });

  it('[Z22] a backup to a folder to which another is being made is refused', async () => {
    const to = join(folder, randomUUID());
    mkdirSync(`${to}.part`);
    writeFileSync(join(`${to}.part`, 'files.sha256'), 'of the other');
    const ran = await runCommand({ ...(await newPlace('embedded')) }, 'backup', to, '--json');
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ error: expect.stringContaining(`${to}.part`) });
    expect(await readdir(`${to}.part`)).toEqual(['files.sha256']);
  });

  it('[Z23] [Z24] copies of the secrets are private, even if their source is not', async () => {
    const place = await newPlace('embedded');
    loadSecrets(readConfig({ ...place }));
    const modeOf = (path: string) => (statSync(join(path, 'secrets.json')).mode & 0o777).toString(8);
    chmodSync(join(place.DATA_DIR, 'secrets.json'), 0o644);
    const to = join(folder, randomUUID());
    expect(await runCommand({ ...place }, 'backup', to, '--skip-check')).toMatchObject({ code: 0 });
    expect(modeOf(to)).toBe('600');
    chmodSync(join(to, 'secrets.json'), 0o644);
    const target = await newPlace('embedded');
    const restored = await runCommand({ ...target }, 'restore', to);
    expect(restored).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/0,0\sМБ/) });
    expect(modeOf(target.DATA_DIR)).toBe('600');
  });

  it('[Z20] a restore that fails leaves nothing, and can be repeated', async () => {
    const backup = await backUp('embedded');
    const target = await newPlace('embedded');
    const expectFailure = async (part: string) => {
      const ran = await runCommand({ ...target }, 'restore', backup);
      expect(ran).toMatchObject({ code: 1, error: expect.stringContaining(part) });
      const stored = [];
      for await (const { name } of createFolderStore(target.DATA_DIR).list()) stored.push(name);
      expect(stored).toEqual([]);
      expect(existsSync(join(target.DATA_DIR, 'secrets.json'))).toBe(false);
      expect((await sumsOf(target))['products']).toMatchObject({ rows: 0 });
    };
    const last = readFileSync(join(backup, 'files.sha256'), 'utf8').trim().split('\n').at(-1)?.slice(66) ?? '';
    const whole = readFileSync(join(backup, last));
    writeFileSync(join(backup, last), 'another');
    await expectFailure(last);
    writeFileSync(join(backup, last), whole);

    // Its lines agree with their sum, but not with what is stored of them.
    const manifestPath = join(backup, 'manifest.json');
    const original = readFileSync(manifestPath, 'utf8');
    const manifest = JSON.parse(original) as { tables: Record<string, { rows: number }> };
    const { throttles } = manifest.tables;
    if (throttles) throttles.rows += 1;
    writeFileSync(manifestPath, JSON.stringify(manifest));
    await expectFailure('tables/throttles');
    writeFileSync(manifestPath, original);
    expect(await runCommand({ ...target }, 'restore', backup)).toMatchObject({ code: 0, error: '' });
  });

  it('[Z9] a backup with another schema is refused, and other secrets are kept', async () => {
    const backup = await backUp('embedded');
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as object;
    const target = await newPlace('embedded');
    writeFileSync(join(target.DATA_DIR, 'secrets.json'), '{}');
    const withOwn = await runCommand({ ...target }, 'restore', backup);
    expect(withOwn).toMatchObject({ code: 1, error: expect.stringContaining('secrets.json') });
    await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, schema: 1, build: '0.0.7' }));
    for (const name of ['restore', 'verify']) {
      const ran = await runCommand({ ...(await newPlace('embedded')) }, name, backup);
      expect(ran).toMatchObject({ code: 1, error: expect.stringContaining('0.0.7') });
    }
  });
});

describe('Backups of a bucket', () => {
  const bucket = useFakeBucket();

  it('[Z7] [Z8] files of a bucket are backed up page by page and restored into another store', async () => {
    const place = { ...(await newPlace('embedded')), FILES_URL: bucket().url };
    await fill(place);
    const to = join(folder, randomUUID());
    expect(await runCommand({ ...place }, 'backup', to)).toMatchObject({ code: 0, error: '' });
    const before = new Map(bucket().objects);
    expect(before.size).toBe(3);
    bucket().objects.clear();
    const target = { ...(await newPlace('embedded')), FILES_URL: bucket().url };
    expect(await runCommand({ ...target }, 'restore', to)).toMatchObject({ code: 0, error: '' });
    expect([...bucket().objects.keys()].sort()).toEqual([...before.keys()].sort());
    expect(bucket().objects.get('imports/key')?.bytes).toEqual(before.get('imports/key')?.bytes);
    expect(bucket().objects.get('images/ab/abc/small.webp')?.mediaType).toBe('image/webp');
    await rm(to, { recursive: true });
  });
});
