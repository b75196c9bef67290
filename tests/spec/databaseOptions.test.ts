import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { useTestServer } from '#tests/support/server.ts';

describe.skipIf(!inject('server').postgres)("Options of PostgreSQL's sessions", () => {
  const server = useTestServer('postgres');
  afterEach(() => vi.unstubAllEnvs());

  const settingsWith = async (options?: string) => {
    const url = new URL(server().deps.config.databaseUrl ?? '');
    if (options !== undefined) url.searchParams.set('options', options);
    const pool = openPool(url.href);
    const { rows } = await pool.query<Record<'jit' | 'geqo' | 'tables', string>>(
      `select current_setting('jit') jit, current_setting('geqo') geqo, current_setting('join_collapse_limit') tables`,
    );
    await pool.end();
    return rows[0];
  };

  it('[H640] of the environment and of the URL are added to our own, and take precedence', async () => {
    expect(await settingsWith()).toMatchObject({ jit: 'off', geqo: 'on' });
    expect(await settingsWith('-c geqo=off -c join_collapse_limit=3')).toEqual({
      jit: 'off',
      geqo: 'off',
      tables: '3',
    });
    expect(await settingsWith('-c jit=on')).toMatchObject({ jit: 'on', geqo: 'on' });
    vi.stubEnv('PGOPTIONS', '-c geqo=off');
    expect(await settingsWith()).toMatchObject({ jit: 'off', geqo: 'off' });
    expect(await settingsWith('-c join_collapse_limit=3')).toEqual({ jit: 'off', geqo: 'on', tables: '3' });
    vi.stubEnv('PGOPTIONS', '-c jit=on');
    expect(await settingsWith()).toMatchObject({ jit: 'on' });
  });
});
