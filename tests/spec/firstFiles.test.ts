import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { startsWithout } from '../../scripts/webPlugins.ts';
import { bareModules } from '../../vite.config.ts';

const root = join(import.meta.dirname, '../..');

/** The modules of parts that say in the sources that they are bare. */
const saidBare = (): string[] =>
  ['src', 'resources']
    .flatMap(top =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(name => join(root, top, name)),
    )
    .filter(path => /\.tsx?$/.test(path))
    .flatMap(path => {
      const text = readFileSync(path, 'utf8');
      const parts = [...text.matchAll(/import\('([^']+)'\)(?:(?!import\()[\s\S])*?isBare: true/g)];
      return parts.map(([, module = '']) => resolve(dirname(path), module).slice(root.length));
    });

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

  it('[L123] and every part that says it draws none are what the build looks at', () => {
    expect(saidBare().toSorted()).toEqual([...bareModules].toSorted());
  });

  it('[L123] may leave it to files that come later', () => {
    const start = chunk('start.js', ['/app/start.ts'], ['shared.js']);
    const later = chunk('later.js', ['/modules/controls/menu.js'], ['shared.js']);
    expect(() => build(start, chunk('shared.js', ['/app/shared.ts']), later)).not.toThrow();
  });
});
