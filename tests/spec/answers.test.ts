import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { useTestServer } from '#tests/support/server.ts';

describe('Answers of the API', () => {
  const server = useTestServer();
  const ask = (path: string, accepted = 'gzip, deflate, br') =>
    server().app.request(`${API_BASE}${path}`, { headers: { 'Accept-Encoding': accepted } });

  it.each(['/health', '/profile'])('[H26] the short response of %s is not compressed, nor is a failure', async path => {
    const answer = await ask(path);
    const body = await answer.arrayBuffer();
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(answer.headers.get('Content-Length')).toBe(String(body.byteLength));
    expect(new TextDecoder().decode(body)).toMatch(/^\{"code":(200|401),/);
  });

  it('[H26] a long response is compressed', async () => {
    const answer = await ask('/openapi.json');
    const body = await answer.arrayBuffer();
    expect(answer.headers.get('Content-Encoding')).toBe('gzip');
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('Content-Length')).toBe(String(body.byteLength));
    expect(JSON.parse(gunzipSync(body).toString())).toHaveProperty('openapi');
  });

  it.each(['identity', 'br;q=1, gzip;q=0'])(
    '[H26] it is sent uncompressed to a client that accepts %s',
    async accepted => {
      const answer = await ask('/openapi.json', accepted);
      expect(answer.headers.get('Content-Encoding')).toBeNull();
      expect(await answer.json()).toHaveProperty('openapi');
    },
  );
});
