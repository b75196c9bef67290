import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildHash, isBuiltFrom } from '../../scripts/ensure.mjs';

afterEach(() => void vi.unstubAllEnvs());

describe('The stamp of a build', () => {
  it.each(['VITE_API_BASE', 'VITE_SOCKET_URL'])('[H32] changes when %s changes', name => {
    const before = buildHash();
    expect(buildHash()).toBe(before);
    vi.stubEnv(name, 'https://api.example.com');
    expect(buildHash()).not.toBe(before);
  });

  it.each(['VITE_API_BASE', 'VITE_SOCKET_URL'])(
    '[H643] commands accept a build that was made with another %s',
    name => {
      vi.stubEnv(name, 'https://api.example.com');
      const stamp = buildHash();
      vi.unstubAllEnvs();
      expect(isBuiltFrom(stamp)).toBe(true);
      expect(isBuiltFrom(`0${stamp}`)).toBe(false);
      expect(isBuiltFrom('')).toBe(false);
    },
  );

  it('[H643] `npm run vitrina` asks for that, and everything else for the same variables', () => {
    const script = (name: string) => readFileSync(`scripts/${name}.mjs`, 'utf8');
    expect(script('vitrina')).toMatch(/^ensureCommandsBuilt\(\);$/m);
    for (const name of ['start', 'bench', 'nodes']) expect(script(name)).toMatch(/^ensureBuilt\(\);$/m);
  });

  it('[H32] stays the same when another variable changes', () => {
    const before = buildHash();
    vi.stubEnv('PORT', '4000');
    expect(buildHash()).toBe(before);
  });
});
