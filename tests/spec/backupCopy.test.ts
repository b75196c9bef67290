import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import fs, { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { CommandDeps } from '#server/commands/command.ts';
import { executeCommand, serveControl } from '#server/commands/control.ts';
import { openDatabase } from '#server/db/database.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { runCommand } from '#tests/support/commands.ts';
import { createPlace } from '#tests/support/places.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrina-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The copy of the embedded database for a backup', () => {
  it('[Z81] a running server copies its database inside its data directory, and the copy is removed', async () => {
    const place = await createPlace(folder, 'embedded');
    const copies = join(place.DATA_DIR, 'database.copy');
    const { copyTo, close } = await openDatabase({ dataDir: place.DATA_DIR });
    const targets: string[] = [];
    const copyDatabase = async (target: string) => {
      targets.push(target);
      await copyTo?.(target);
      const second = await runCommand({ ...place }, 'backup', join(folder, randomUUID()));
      expect(second).toMatchObject({ code: 1, error: expect.stringContaining('дождитесь') });
    };
    const stop = await serveControl({
      config: { dataDir: place.DATA_DIR },
      draining: { hasBegun: false },
      copyDatabase,
    } as ServerDeps);
    try {
      // A command that was killed has left its own.
      mkdirSync(join(copies, 'database/of-a-killed-command'), { recursive: true });
      const made = await runCommand({ ...place }, 'backup', join(folder, randomUUID()), '--skip-check');
      expect(made).toMatchObject({ code: 0, error: '' });
      expect(targets).toEqual([copies]);
      expect(existsSync(join(copies, 'database'))).toBe(false);
    } finally {
      await stop();
      await close();
    }
  });

  it('[Z81] without space for the copy the backup is refused, and nothing is written', async () => {
    const place = await createPlace(folder, 'embedded');
    const { copyTo, close } = await openDatabase({ dataDir: place.DATA_DIR });
    const full = vi.spyOn(fs, 'statfs').mockResolvedValue({ blocks: 1e6, bavail: 20_000, bsize: 4096 } as never);
    syncBuiltinESMExports();
    try {
      const target = join(folder, randomUUID());
      await expect(copyTo?.(target)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await readdir(target)).toEqual([]);
      const copy = executeCommand(
        { config: { dataDir: target }, copyDatabase: copyTo } as CommandDeps,
        'database copy',
        {},
      );
      await expect(copy).rejects.toThrow('мало места');
    } finally {
      full.mockRestore();
      syncBuiltinESMExports();
      await close();
    }
  });
});
