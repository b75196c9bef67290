import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildHash } from '../../scripts/ensure.mjs';

afterEach(() => void vi.unstubAllEnvs());

describe('The stamp of a build', () => {
  it.each(['VITE_API_BASE', 'VITE_SOCKET_URL'])('[H32] changes when %s changes', name => {
    const before = buildHash();
    expect(buildHash()).toBe(before);
    vi.stubEnv(name, 'https://api.example.com');
    expect(buildHash()).not.toBe(before);
  });

  it('[H32] stays the same when another variable changes', () => {
    const before = buildHash();
    vi.stubEnv('PORT', '4000');
    expect(buildHash()).toBe(before);
  });
});
