import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { claimFiles } from '#server/claimFiles.ts';
import { claimInstallation } from '#server/claimInstallation.ts';
import { readConfig } from '#server/config.ts';
import { type DatabaseKind, queryRows } from '#server/db/database.ts';
import { StoreUnreachableError } from '#server/files/outages.ts';
import { createFileStore } from '#server/files/store.ts';
import { generateSecrets } from '#server/secrets.ts';
import { useFakeBucket } from '#tests/support/bucket.ts';
import { runCommand } from '#tests/support/commands.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createPlace, type Place, within } from '#tests/support/places.ts';
import { startWholeServer } from '#tests/support/startWholeServer.ts';

// Each starts several servers.
const folder = mkdtempSync(join(tmpdir(), 'vitrina-file-stores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRETS = JSON.stringify(generateSecrets());
const REFUSAL = /^В хранилище файлов|^Хранилище файлов/;
const WAYS_OUT = /FILES_URL.+DATA_DIR.+npm run vitrina -- files accept\.$/;

const start = (place: Place) => startWholeServer(readConfig({ ...place, SECRETS, PORT: '0' }), createTestLog());
const startAndStop = async (place: Place): Promise<void> => (await start(place)).close();
const filesOf = (place: Place) => createFileStore({ dataDir: place.DATA_DIR, filesUrl: place.FILES_URL });
const idPath = ({ DATA_DIR }: Place) => join(DATA_DIR, 'files', 'store.id');
const databaseIdOf = (place: Place) =>
  within(place, db => queryRows<{ id: string | null }>(db, sql`select files_id as id from installation`));

const kinds: DatabaseKind[] = inject('server').postgres ? ['embedded', 'postgres'] : ['embedded'];
const newPlace = (kind: DatabaseKind) => createPlace(folder, kind);

describe('Servers on one database', () => {
  const bucket = useFakeBucket();
  const stores = [
    { kind: 'a folder', own: () => ({}), other: () => ({ DATA_DIR: mkdtempSync(join(folder, 'other-')) }) },
    {
      kind: 'a bucket',
      own: () => ({ FILES_URL: bucket().url }),
      other: () => ({ FILES_URL: bucket().url.replace('/bucket?', '/bucket/other?') }),
    },
  ];

  it.each(inject('server').postgres ? stores : [])(
    '[Z66] share one store: where each has $kind, only one starts',
    async ({ own, other }) => {
      const place = { ...(await newPlace('postgres')), ...own() };
      const running = await start(place);
      try {
        await startAndStop(place);
        const elsewhere = { ...place, ...other() };
        await expect(start(elsewhere)).rejects.toThrow(/store\.id/);
        await expect(start(elsewhere)).rejects.toThrow(WAYS_OUT);
        await filesOf(elsewhere).put('store.id', Buffer.from('of another database'), 'text/plain');
        await expect(start(elsewhere)).rejects.toThrow(/не то, с которым работали/);
        await startAndStop(place);
      } finally {
        await running.close();
      }
    },
  );

  it.runIf(inject('server').postgres)('[Z66] of two that start at once with a store each, one starts', async () => {
    const place = await newPlace('postgres');
    const other = { ...place, DATA_DIR: mkdtempSync(join(folder, 'other-')) };
    const outcomes = await Promise.allSettled([start(place), start(other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.close();
    expect([place, other].filter(at => existsSync(idPath(at)))).toHaveLength(1);
  });

  it('[Z66] the refusal names the store without its credentials, and another one by its place', async () => {
    const place = { ...(await newPlace(kinds.at(-1) ?? 'embedded')), FILES_URL: bucket().url };
    await startAndStop(place);
    bucket().objects.set('store.id', { bytes: Buffer.from('of another database'), mediaType: 'text/plain' });
    const refusal = await start(place).catch(String);
    expect(refusal).toMatch(/\/bucket\) не то, с которым работали/);
    expect(refusal).not.toMatch(/key|secret/);
  });
});

describe('A store of files', () => {
  const fillStore = async (place: Place) => {
    await startAndStop(place);
    await filesOf(place).put('imports/key', Buffer.from('a table'), 'text/plain');
  };
  const bucket = useFakeBucket();
  /** What a server works with. The database of a running one is not open to others, so the id comes from the store. */
  const claim = async (place: Place) => {
    const memory = await createPlace(folder, 'embedded');
    return within(memory, async db => {
      const config = readConfig({ ...place, SECRETS });
      await claimInstallation(db, config);
      return claimFiles({ db, files: filesOf(place), config });
    });
  };
  const writeOtherStore = (path: string): void => {
    mkdirSync(path);
    writeFileSync(join(path, 'store.id'), 'of another database');
  };
  const setAside = (place: Place) => rmSync(join(place.DATA_DIR, 'files'), { recursive: true });

  it('[Z66] is recognised in a copy of the data directory, and when only its id was left by a crash', async () => {
    const place = await newPlace('embedded');
    await fillStore(place);
    const copy = { DATA_DIR: join(folder, 'copy') };
    cpSync(place.DATA_DIR, copy.DATA_DIR, { recursive: true });
    await startAndStop(copy);
    await within(copy, db => db.execute(sql`update installation set files_id = null`));
    await startAndStop(copy);
    expect(await databaseIdOf(copy)).toEqual([{ id: readFileSync(idPath(copy), 'utf8').trim() }]);
    expect(readFileSync(idPath(copy))).toEqual(readFileSync(idPath(place)));
  });

  it.each(kinds)('[Z66] that was lost stops servers, backup and doctor until it is accepted: %s', async kind => {
    const place = await newPlace(kind);
    await fillStore(place);
    setAside(place);
    await expect(start(place)).rejects.toThrow(WAYS_OUT);
    const backup = join(folder, `lost-${kind}`);
    for (const args of [['backup', backup, '--skip-check'], ['doctor'], ['doctor', '--repair']]) {
      const ran = await runCommand({ ...place }, ...args);
      expect(ran, args[0]).toMatchObject({ code: 1, out: '', error: expect.stringMatching(WAYS_OUT) });
    }
    expect(existsSync(backup)).toBe(false);
    expect(existsSync(idPath(place))).toBe(false);
    expect(await runCommand({ ...place }, 'files', 'accept')).toMatchObject({ code: 0, error: '' });
    await startAndStop(place);
    expect(await runCommand({ ...place }, 'doctor')).toMatchObject({ code: 0, error: '' });
  });

  it.each([
    { found: 'an empty folder', replace: (path: string) => mkdirSync(path) },
    { found: 'no folder', replace: () => {} },
    { found: 'that of another database', replace: writeOtherStore },
  ])(
    '[Z66] whose place has $found while a server runs is not ready, and nothing is written there until it is back',
    async ({ replace }) => {
      const place = await newPlace('embedded');
      await fillStore(place);
      const { address, close } = await start(place);
      const files = await claim(place);
      const path = join(place.DATA_DIR, 'files');
      await files.check();
      renameSync(path, `${path}.away`);
      replace(path);
      expect(await (await fetch(`${address}/api/health/ready`)).json()).toMatchObject({
        code: 504,
        result: { checks: { files: 'failing', database: 'ok' } },
      });
      for (const call of [
        () => files.check(),
        () => files.put('imports/other', Buffer.from('a table'), 'text/plain'),
        () => files.read('imports/key'),
        () => files.remove(['imports/key']),
      ])
        await expect(call()).rejects.toThrow(StoreUnreachableError);
      expect(existsSync(join(path, 'imports'))).toBe(false);
      rmSync(path, { recursive: true, force: true });
      renameSync(`${path}.away`, path);
      await files.check();
      await files.put('imports/other', Buffer.from('a table'), 'text/plain');
      expect(await files.read('imports/key')).toMatchObject({ bytes: 7 });
      expect(await files.read('imports/none')).toBeNull();
      await close();
    },
  );

  it('[Z66] that is another bucket now is not ready', async () => {
    const place = { ...(await newPlace('embedded')), FILES_URL: bucket().url };
    await startAndStop(place);
    const files = await claim(place);
    await files.check();
    bucket().objects.delete('store.id');
    await expect(files.check()).rejects.toThrow(StoreUnreachableError);
    expect([...bucket().objects.keys()]).toEqual([]);
  });

  it('[Z66] that belongs to another database is accepted with its id', async () => {
    const place = await newPlace(kinds.at(-1) ?? 'embedded');
    await fillStore(place);
    writeFileSync(idPath(place), 'of another database\n');
    await expect(start(place)).rejects.toThrow(REFUSAL);
    expect(await runCommand({ ...place }, 'files', 'accept')).toMatchObject({ code: 0, error: '' });
    expect(readFileSync(idPath(place), 'utf8')).toBe('of another database\n');
    await startAndStop(place);
  });

  it.each(kinds)('[Z66] does not count its id as a file, and a restored one has an id of its own: %s', async kind => {
    const place = await newPlace(kind);
    await fillStore(place);
    const listed = [];
    for await (const { name } of filesOf(place).list()) listed.push(name);
    expect(listed).toEqual(['imports/key']);
    const backup = join(folder, `backup-${kind}`);
    const made = await runCommand({ ...place }, 'backup', backup, '--skip-check', '--json');
    expect(JSON.parse(made.out)).toMatchObject({ files: 1 });
    const target = await newPlace(kind);
    // Left by a server whose database was dropped since: the store is empty nevertheless.
    mkdirSync(join(target.DATA_DIR, 'files'), { recursive: true });
    if (kind === 'embedded') writeFileSync(idPath(target), 'earlier');
    expect(await runCommand({ ...target }, 'restore', backup)).toMatchObject({ code: 0, error: '' });
    await startAndStop(target);
    const [{ id } = { id: null }] = await databaseIdOf(target);
    expect(id).toBe(readFileSync(idPath(target), 'utf8').trim());
    expect(id).not.toBe(readFileSync(idPath(place), 'utf8').trim());
    if (kind === 'postgres') await expect(start({ ...target, DATA_DIR: place.DATA_DIR })).rejects.toThrow(REFUSAL);
  });
});
