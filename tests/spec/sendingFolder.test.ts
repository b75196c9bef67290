import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFolderTarget } from '#server/media/sending/folder.ts';

const never = new AbortController().signal;
const parcel = (path: string, text: string) => ({ path, bytes: Buffer.from(text), mediaType: 'image/jpeg' });

let root = '';
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'vitrina-cafes-')), 'cafes');
});

describe('M Folders of cafes', () => {
  it('[M12] a file is stored completely below the operator’s folder, without temporary files', async () => {
    const target = createFolderTarget(root, 'moscow/kirova');
    await target.put(parcel('7/a.jpg', 'one'), never);
    await target.put(parcel('7/a.jpg', 'another'), never);
    await target.put(parcel('7/product.json', '{}'), never);
    const place = join(root, 'moscow/kirova/7');
    expect((await readdir(place)).toSorted()).toEqual(['a.jpg', 'product.json']);
    expect(await readFile(join(place, 'a.jpg'), 'utf8')).toBe('another');
  });

  it.each(['..', '../elsewhere', 'a/../../b', '/etc', '.', '.hidden', 'a//b', '', 'a\\b', 'a/..'])(
    '[M12] a folder called «%s» is refused, and nothing is written',
    async folder => {
      await expect(createFolderTarget(root, folder).put(parcel('7/a.jpg', 'x'), never)).rejects.toThrow('outside');
      await expect(readdir(root)).rejects.toThrow('ENOENT');
    },
  );

  it('[M12] a symlink out of the folder is not followed', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'vitrina-outside-'));
    await mkdir(join(root, 'kirova'), { recursive: true });
    await symlink(outside, join(root, 'lenina'));
    await symlink(outside, join(root, 'kirova/7'));
    for (const folder of ['lenina', 'kirova'])
      await expect(createFolderTarget(root, folder).put(parcel('7/a.jpg', 'x'), never)).rejects.toThrow('outside');
    expect(await readdir(outside)).toEqual([]);
  });

  it('[M12] a symlink at the temporary path or into another cafe is not followed', async () => {
    const outside = join(await mkdtemp(join(tmpdir(), 'vitrina-outside-')), 'secret');
    await writeFile(outside, 'kept');
    for (const folder of ['kirova/7', 'lenina/7']) await mkdir(join(root, folder), { recursive: true });
    for (const name of ['.a.jpg.part', 'a.jpg']) await symlink(outside, join(root, 'kirova/7', name));
    await createFolderTarget(root, 'kirova').put(parcel('7/a.jpg', 'x'), never);
    expect(await readFile(outside, 'utf8')).toBe('kept');
    expect(await readFile(join(root, 'kirova/7/a.jpg'), 'utf8')).toBe('x');
    await symlink(join(root, 'lenina/7'), join(root, 'kirova/8'));
    await expect(createFolderTarget(root, 'kirova').put(parcel('8/a.jpg', 'x'), never)).rejects.toThrow('outside');
    expect(await readdir(join(root, 'lenina/7'))).toEqual([]);
  });

  it('[M12] [M9] an unwritable folder is reported', async () => {
    await mkdir(root, { recursive: true });
    await writeFile(join(root, 'kirova'), 'a file, not a folder');
    const fault = await createFolderTarget(root, 'kirova')
      .put(parcel('7/a.jpg', 'x'), never)
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({
      scope: 'cafe',
      userMessage: expect.stringContaining('Не удалось записать в папку кафе'),
    });
  });
});
