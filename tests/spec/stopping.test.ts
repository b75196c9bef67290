import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createPlace } from '#tests/support/places.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { startWholeServer } from '#tests/support/startWholeServer.ts';

/** After which systemd and containers kill a process. */
const KILL_MS = 30_000;

describe.skipIf(!inject('server').postgres)('§9 A server that is stopped while its database hangs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-stopping-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    '[Z71] stops before it is killed, although a client does not finish its request either',
    async () => {
      const place = await createPlace(folder, 'postgres');
      const proxy = await openProxy(place.DATABASE_URL ?? '');
      const config = readConfig({ ...place, DATABASE_URL: proxy.url, PORT: '0' });
      const { address, close } = await startWholeServer(config, createTestLog());
      const { hostname, port } = new URL(address);
      const client = connect(Number(port), hostname).on('error', () => undefined);
      await once(client, 'connect');
      client.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
      proxy.hang();
      const startedAt = performance.now();
      await close();
      expect(performance.now() - startedAt).toBeLessThan(KILL_MS);
      proxy.close();
    },
    2 * KILL_MS,
  );
});
