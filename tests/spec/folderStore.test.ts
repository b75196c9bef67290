import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFolderStore } from '#server/files/folder.ts';

describe('Files of the data directory', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-files-'));
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** What is written through to the disk, in order; with whether the file had its name by then. */
  const watch = async (path: string) => {
    const handle = await open('/dev/null');
    const prototype = Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync'>;
    await handle.close();
    const synced: { kind: 'file' | 'folder'; isNamed: boolean; bytes: number }[] = [];
    vi.spyOn(prototype, 'sync').mockImplementation(async function sync(this: FileHandle) {
      const found = await this.stat();
      const kind = found.isDirectory() ? 'folder' : 'file';
      synced.push({ kind, isNamed: existsSync(path), bytes: kind === 'file' ? found.size : 0 });
    });
    return synced;
  };

  it('[H137] a file is flushed before it gets its name, and its folders before it is acknowledged', async () => {
    const path = join(dataDir, 'files/pictures/ab/small.webp');
    const synced = await watch(path);
    const store = createFolderStore(dataDir);
    await store.put('pictures/ab/small.webp', new Uint8Array(1000), 'image/webp');
    const folder = { kind: 'folder', isNamed: true, bytes: 0 };
    // The folders made for it, and the one that they were made in.
    expect(synced).toEqual([{ kind: 'file', isNamed: false, bytes: 1000 }, folder, folder, folder, folder]);
    synced.length = 0;
    await store.put('pictures/ab/large.webp', new Uint8Array(10), 'image/webp');
    expect(synced).toEqual([{ kind: 'file', isNamed: true, bytes: 10 }, folder]);
    expect((await readFile(path)).length).toBe(1000);
  });

  it('[H137] a file that cannot be flushed leaves nothing behind', async () => {
    const store = createFolderStore(dataDir);
    await store.put('first', new Uint8Array(1), 'image/webp');
    const handle = await open('/dev/null');
    vi.spyOn(Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync'>, 'sync').mockRejectedValue(new Error('EIO'));
    await handle.close();
    await expect(store.put('second', new Uint8Array(1), 'image/webp')).rejects.toThrow('EIO');
    expect(await store.read('second')).toBeNull();
  });
});
