import { describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { useTestServer } from '#tests/support/server.ts';

describe('Answers of the API', () => {
  const server = useTestServer();
  const ask = (path: string) =>
    server().app.request(`${API_BASE}${path}`, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });

  it.each(['/health', '/profile'])('[H26] the short answer of %s goes as it is, a failure too', async path => {
    const answer = await ask(path);
    const body = await answer.arrayBuffer();
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(answer.headers.get('Content-Length')).toBe(String(body.byteLength));
    expect(new TextDecoder().decode(body)).toMatch(/^\{"code":(200|401),/);
  });

  it('[H26] a long one goes compressed', async () => {
    const { headers, body } = await ask('/openapi.json');
    expect(headers.get('Content-Encoding')).toBe('gzip');
    expect(headers.get('Content-Length')).toBeNull();
    const text = await new Response(body?.pipeThrough(new DecompressionStream('gzip'))).text();
    expect(JSON.parse(text)).toHaveProperty('openapi');
  });
});
