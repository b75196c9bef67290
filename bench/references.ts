import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withReferences } from '#tests/support/manyReferences.ts';
import type { Part } from './figures.ts';
import { listBytes } from './weight.ts';

const COUNT = 100;
const LEFT = new Set(['node_modules', 'dist', '.git', 'data', '.cache']);

/**
 * What a hundred more references add to the first list: compares two builds that differ only in these entries, so that
 * nothing else counts.
 */
export const referencesPart: Part = {
  name: 'references',
  title: `${COUNT} references more`,
  run: () => {
    const tree = mkdtempSync(join(tmpdir(), 'vitrina-references-'));
    try {
      for (const name of readdirSync('.').filter(entry => !LEFT.has(entry)))
        cpSync(name, join(tree, name), { recursive: true });
      symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
      const before = buildIn(tree);
      const file = join(tree, 'contract/references.ts');
      writeFileSync(file, withReferences(readFileSync(file, 'utf8'), COUNT));
      const added = (buildIn(tree) - before) / 1000;
      return Promise.resolve([
        { label: 'first list: script, style and page', ours: before / 1000, unit: 'kB' as const },
        { label: `first list: added by ${COUNT} references`, ours: added, unit: 'kB' as const, atMost: 30 },
      ]);
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  },
};

const buildIn = (tree: string): number => {
  const vite = join(tree, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: tree,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
  return listBytes(join(tree, 'dist/web'));
};
