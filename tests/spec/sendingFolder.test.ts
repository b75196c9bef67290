import { randomUUID } from 'node:crypto';
import { fstatSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFolderTarget } from '#server/media/sending/folder.ts';
import { hold } from '#tests/support/hold.ts';

const never = new AbortController().signal;
const parcel = (path: string, text: string) => ({ path, bytes: Buffer.from(text), mediaType: 'image/jpeg' });

let root = '';
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'vitrina-cafes-')), 'cafes');
});

describe('M Folders of cafes', () => {
  it('[M12] a file is stored completely below the operator’s folder, without temporary files', async () => {
    const target = createFolderTarget({ path: root, isOwn: true }, 'moscow/kirova');
    await target.put(parcel('7/a.jpg', 'one'), never);
    await target.put(parcel('7/a.jpg', 'another'), never);
    await target.put(parcel('7/product.json', '{}'), never);
    const place = join(root, 'moscow/kirova/7');
    expect((await readdir(place)).toSorted()).toEqual(['a.jpg', 'product.json']);
    expect(await readFile(join(place, 'a.jpg'), 'utf8')).toBe('another');
  });

  it('[M642] folders that do not answer are given up, and leave a thread to everything else', async () => {
    await mkdir(root);
    const probe = await open(tmpdir());
    const answer = hold();
    const spy = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync').mockImplementation(() => answer.released);
    await probe.close();
    const targets = ['kirova', 'lenina', 'mira', 'sadovaya'].map(folder =>
      createFolderTarget({ path: root, isOwn: true }, folder, 200),
    );
    const faults = await Promise.all(
      targets.map(target => target.put(parcel('7/a.jpg', 'x'), never).catch((error: unknown) => error)),
    );
    for (const fault of faults) expect(fault).toMatchObject({ errorKind: 'unanswered', scope: 'cafe' });
    expect(spy).toHaveBeenCalledTimes(3);
    answer.release();
    await vi.waitFor(async () => expect(await readdir(join(root, 'kirova/7'))).toEqual([]));
    await expect(
      createFolderTarget({ path: root, isOwn: true }, 'kirova').put(parcel('7/b.jpg', 'x'), never),
    ).resolves.toBeUndefined();
    spy.mockRestore();
  });

  it('[M12] a file and all folders above it are flushed before it counts as sent', async () => {
    const probe = await open(tmpdir());
    const flushed = new Set<number>();
    const spy = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync').mockImplementation(function (
      this: FileHandle,
    ) {
      flushed.add(fstatSync(this.fd).ino);
      return Promise.resolve();
    });
    await probe.close();
    await createFolderTarget({ path: root, isOwn: true }, 'moscow/kirova').put(parcel('7/a.jpg', 'x'), never);
    spy.mockRestore();
    for (const path of ['..', '', 'moscow', 'moscow/kirova', 'moscow/kirova/7', 'moscow/kirova/7/a.jpg'])
      expect(flushed, path).toContain((await stat(join(root, path))).ino);
  });

  it('[M12] half-written files of a killed server are removed an hour later, and no others', async () => {
    const folder = join(root, 'kirova/8');
    await mkdir(folder, { recursive: true });
    const [old, recent] = [`.a.jpg.${randomUUID()}.part`, `.a.jpg.${randomUUID()}.part`];
    const lastDay = new Date(Date.now() - 24 * 3_600_000);
    for (const name of [old, recent, '.foreign.part']) await writeFile(join(folder, name), 'x');
    for (const name of [old, '.foreign.part']) await utimes(join(folder, name), lastDay, lastDay);
    await createFolderTarget({ path: root, isOwn: true }, 'kirova').put(parcel('7/a.jpg', 'x'), never);
    expect((await readdir(folder)).toSorted()).toEqual([recent, '.foreign.part'].toSorted());
  });

  it.each(['..', '../elsewhere', 'a/../../b', '/etc', '.', '.hidden', 'a//b', '', 'a\\b', 'a/..'])(
    '[M12] a folder called «%s» is refused, and nothing is written',
    async folder => {
      await expect(
        createFolderTarget({ path: root, isOwn: true }, folder).put(parcel('7/a.jpg', 'x'), never),
      ).rejects.toThrow('outside');
      await expect(readdir(root)).rejects.toThrow('ENOENT');
    },
  );

  it('[M12] a symlink out of the folder is not followed', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'vitrina-outside-'));
    await mkdir(join(root, 'kirova'), { recursive: true });
    await symlink(outside, join(root, 'lenina'));
    await symlink(outside, join(root, 'kirova/7'));
    for (const folder of ['lenina', 'kirova'])
      await expect(
        createFolderTarget({ path: root, isOwn: true }, folder).put(parcel('7/a.jpg', 'x'), never),
      ).rejects.toThrow('outside');
    expect(await readdir(outside)).toEqual([]);
  });

  it('[M12] a symlink at the temporary path or into another cafe is not followed', async () => {
    const outside = join(await mkdtemp(join(tmpdir(), 'vitrina-outside-')), 'secret');
    await writeFile(outside, 'kept');
    for (const folder of ['kirova/7', 'lenina/7']) await mkdir(join(root, folder), { recursive: true });
    for (const name of ['.a.jpg.part', 'a.jpg']) await symlink(outside, join(root, 'kirova/7', name));
    await createFolderTarget({ path: root, isOwn: true }, 'kirova').put(parcel('7/a.jpg', 'x'), never);
    expect(await readFile(outside, 'utf8')).toBe('kept');
    expect(await readFile(join(root, 'kirova/7/a.jpg'), 'utf8')).toBe('x');
    await symlink(join(root, 'lenina/7'), join(root, 'kirova/8'));
    await expect(
      createFolderTarget({ path: root, isOwn: true }, 'kirova').put(parcel('8/a.jpg', 'x'), never),
    ).rejects.toThrow('outside');
    expect(await readdir(join(root, 'lenina/7'))).toEqual([]);
  });

  it('[M12] [M9] an unwritable folder is reported', async () => {
    await mkdir(root, { recursive: true });
    await writeFile(join(root, 'kirova'), 'a file, not a folder');
    const fault = await createFolderTarget({ path: root, isOwn: true }, 'kirova')
      .put(parcel('7/a.jpg', 'x'), never)
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({
      scope: 'cafe',
      userMessage: expect.stringContaining('Не удалось записать в папку кафе'),
    });
  });
});
