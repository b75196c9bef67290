import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SaveScheduleBody } from '#contract/importSchedules.ts';
import { readConfig } from '#server/config.ts';
import { listTables, readFolderTable, resolveFolder } from '#server/imports/schedules/folder.ts';

const makePipe = (path: string) => execFileSync('sh', ['-c', 'mkfifo "$0"', path]);

let root = '';
let outside = '';
let place = '';
const deps = () => ({ config: readConfig({ DATA_DIR: join(outside, 'data') }), requireRoom: undefined });

beforeEach(async () => {
  const top = await mkdtemp(join(tmpdir(), 'vitrina-folders-'));
  root = join(top, 'imports');
  outside = join(top, 'outside');
  place = join(root, 'ромашка');
  for (const folder of [place, outside]) await mkdir(folder, { recursive: true });
  await writeFile(join(outside, 'secret.csv'), 'secret');
});

const names = async () => (await listTables(place, 'ромашка')).map(({ name }) => name);
const listed = async (name: string) => {
  const found = (await listTables(place, 'ромашка')).find(file => file.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};

describe('I Folders of suppliers', () => {
  it.each(['..', '.', '../outside', 'ромашка/../../outside', 'ромашка/..', '/etc', '', 'нет', 'ромашка/а.csv'])(
    '[I906] a folder called «%s» is refused',
    async folder => {
      await writeFile(join(place, 'а.csv'), 'a');
      await expect(resolveFolder(root, folder)).rejects.toThrow(/Папк/);
    },
  );

  it.each(['..', '../a', 'a/../b', '/etc', '.', '.hidden', 'a//b', '', 'a\\b', 'a/..', 'C:a', 'a\u0000b', 'a\nb'])(
    '[I906] a folder called «%s» is no source',
    folder => {
      const body = { source: { kind: 'folder', folder }, time: { kind: 'interval', minutes: 5 }, starts: false };
      expect(SaveScheduleBody.safeParse({ ...body, version: null }).success).toBe(false);
      const valid = { ...body, source: { kind: 'folder', folder: 'поставщики/ромашка 2026' }, version: null };
      expect(SaveScheduleBody.safeParse(valid).success).toBe(true);
    },
  );

  it('[I906] a link is followed to a folder inside, and not out', async () => {
    await symlink(outside, join(root, 'out'));
    await symlink(place, join(root, 'inside'));
    await symlink(outside, join(place, 'deeper'));
    expect(await resolveFolder(root, 'inside')).toBe(await resolveFolder(root, 'ромашка'));
    for (const folder of ['out', 'ромашка/deeper', 'inside/deeper'])
      await expect(resolveFolder(root, folder)).rejects.toThrow('за пределами');
  });

  it('[I906] links, pipes and folders are no files', async () => {
    await writeFile(join(place, 'а.csv'), 'a');
    await symlink(join(outside, 'secret.csv'), join(place, 'б.csv'));
    await symlink(join(place, 'а.csv'), join(place, 'в.csv'));
    await mkdir(join(place, 'г.csv'));
    makePipe(join(place, 'д.csv'));
    expect(await names()).toEqual(['а.csv']);
  });

  it('[I906] a file or a folder that becomes a link or a pipe after it was listed is not read', async () => {
    const path = join(place, 'secret.csv');
    await writeFile(path, 'public');
    const file = await listed('secret.csv');
    await rm(path);
    await symlink(join(outside, 'secret.csv'), path);
    expect(await readFolderTable(deps(), place, file)).toBeNull();
    await rm(path);
    makePipe(path);
    expect(await readFolderTable(deps(), place, file)).toBeNull();
    await rm(path);
    expect(await readFolderTable(deps(), place, file)).toBeNull();
    await rename(place, `${place}-before`);
    await symlink(outside, place);
    const [hostile] = await listTables(outside, 'outside');
    expect(hostile && (await readFolderTable(deps(), place, hostile))).toBeNull();
  });

  it('[I905] a table is copied from a folder that is only readable, and one that changes meanwhile is left', async () => {
    const path = join(place, 'а.csv');
    await writeFile(path, 'a');
    await chmod(path, 0o444);
    await chmod(place, 0o555);
    const table = await readFolderTable(deps(), place, await listed('а.csv'));
    expect(await readFile(table?.path ?? '', 'utf8')).toBe('a');
    expect(table).toMatchObject({ name: 'а.csv', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await readdir(place)).toEqual(['а.csv']);
    const before = await listed('а.csv');
    await chmod(path, 0o644);
    await writeFile(path, 'ab');
    expect(await readFolderTable(deps(), place, before)).toBeNull();
    expect(await readdir(join(outside, 'data', 'imports'))).toHaveLength(1);
  });
});
