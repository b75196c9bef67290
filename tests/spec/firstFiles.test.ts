import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { startsWithout } from '../../scripts/webPlugins.ts';

const chunk = (fileName: string, moduleIds: string[], imports: string[] = []) => ({
  type: 'chunk',
  fileName,
  moduleIds,
  imports,
});

const build = (...chunks: ReturnType<typeof chunk>[]) => {
  const { generateBundle } = startsWithout(/\/controls\//, '/start.ts');
  const bundle = Object.fromEntries(chunks.map(one => [one.fileName, one])) as unknown as Rolldown.OutputBundle;
  if (typeof generateBundle !== 'function') throw new Error('the plugin does not look at the bundle');
  (generateBundle as (options: unknown, bundle: Rolldown.OutputBundle) => void)(null, bundle);
};

describe('the files that the application starts with', () => {
  it('[L123] fail the build where they hold a control, themselves or what they import', () => {
    const start = chunk('start.js', ['/app/start.ts'], ['shared.js']);
    const controls = ['/app/shared.ts', '/modules/controls/menu.js'];
    expect(() => build(start, chunk('shared.js', controls))).toThrow('would start with /modules/controls/menu.js');
    expect(() => build(chunk('start.js', ['/app/start.ts', ...controls]))).toThrow('/modules/controls/menu.js');
  });

  it('[L123] may leave it to files that come later', () => {
    const start = chunk('start.js', ['/app/start.ts'], ['shared.js']);
    const later = chunk('later.js', ['/modules/controls/menu.js'], ['shared.js']);
    expect(() => build(start, chunk('shared.js', ['/app/shared.ts']), later)).not.toThrow();
  });
});
