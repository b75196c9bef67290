import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { BUILD } from '#contract/limits.ts';
import type { System } from '#contract/system.ts';
import { type OpenDatabase, openDatabase } from '#server/db/database.ts';
import { createApp } from '#server/http/app.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';

/** In ms; as long as a busy machine may need to connect. */
const limits = { connect: 1000, silence: 200, probe: 2000, end: 1000 };

describe.skipIf(!inject('server').postgres)('The system page without a database', () => {
  const server = useTestServer('postgres');
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let database: OpenDatabase;

  beforeEach(async () => {
    proxy = await openProxy(server().deps.config.databaseUrl ?? '');
    database = await openDatabase({ databaseUrl: proxy.url, limits });
  });
  afterEach(async () => {
    proxy.close();
    await database.close();
  });

  it.each(['lose', 'refuse'] as const)(
    '[Z60] says what the process knows, to whoever read it shortly before, while connections %s everything',
    async how => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const app = createApp({ ...server().deps, db: database.db });
      const admin = senderOf(app, (await server().signIn('admin')).access);
      const late = senderOf(app, (await server().signIn('admin')).access);
      const other = senderOf(app, (await server().signIn('content_manager')).access);
      expect((await admin('GET', '/system')).status).toBe(200);
      expect((await other('GET', '/system')).status).toBe(403);
      await proxy[how]();
      const startedAt = Date.now();
      const { status, result } = await admin('GET', '/system');
      expect(status).toBe(200);
      expect(Date.now() - startedAt).toBeLessThan(10_000);
      const { version, settings, disk, ...parts } = result as System;
      expect(version.build).toBe(BUILD);
      expect(settings.length).toBeGreaterThan(0);
      expect(disk).toHaveProperty('value');
      for (const name of ['database', 'processes', 'queue', 'runs', 'hours'] as const)
        expect(parts[name]).toEqual({
          error: expect.stringMatching(/^(База данных не отвечает|Не отвечает: ждали 3 с)$/),
        });
      for (const send of [other, late]) expect((await send('GET', '/system')).status).toBe(504);
      expect((await admin('POST', '/system/mail')).status).toBe(504);
      vi.advanceTimersByTime(121_000);
      // Setting the clock back must not admit anybody for longer.
      server().advance(-3_600_000);
      expect((await admin('GET', '/system')).status).toBe(504);
      await proxy.mend();
      await expect.poll(async () => (await admin('GET', '/system')).status).toBe(200);
    },
  );

  it('[Z60] an ended session is no longer remembered once the database says so', async () => {
    const app = createApp({ ...server().deps, db: database.db });
    const { access } = await server().signIn('admin');
    const admin = senderOf(app, access);
    await admin('GET', '/system');
    await senderOf(server().app, access)('POST', '/auth/logout');
    expect((await admin('GET', '/system')).status).toBe(401);
    await proxy.refuse();
    expect((await admin('GET', '/system')).status).toBe(504);
  });
});
