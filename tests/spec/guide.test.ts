import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A block of the guide: what stands in a file and what is to stand there. */
interface Step {
  file: string;
  /** Null: the file is new. */
  from: string | null;
  to: string;
}

const guide = readFileSync('docs/guides/new-resource.md', 'utf8');
const steps: Step[] = [...guide.matchAll(/^```diff (\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', body = '']) => {
  const lines = body.trimEnd().split('\n');
  const without = (sign: string) =>
    lines
      .filter(line => !line.startsWith(sign))
      .map(line => `${line.slice(1)}\n`)
      .join('');
  return { file, from: without('+') || null, to: without('-') };
});

const KEPT = new Set(['node_modules', 'dist', '.git', 'data', '.cache']);
let tree = '';

const inTree = (file: string): string => join(tree, file);
const run = (tool: string, ...args: string[]) => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', tool), ...args], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
  return { status, output: stdout + stderr };
};
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(ts|tsx|sql)$/.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name))
      .filter(path => !path.includes('node_modules'))
      .map(path => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  );

const apply = ({ file, from, to }: Step): void => {
  mkdirSync(dirname(inTree(file)), { recursive: true });
  if (from === null) return writeFileSync(inTree(file), to);
  const text = readFileSync(inTree(file), 'utf8');
  expect(text.split(from), `${file} has one place for:\n${from}`).toHaveLength(2);
  writeFileSync(
    inTree(file),
    text.replace(from, () => to),
  );
};
const takeBack = ({ file, from, to }: Step): void =>
  from === null ? rmSync(inTree(file)) : apply({ file, from: to, to: from });

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'vitrina-guide-'));
  for (const name of readdirSync('.').filter(entry => !KEPT.has(entry)))
    cpSync(name, inTree(name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), inTree('node_modules'));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('The guide to a new resource', () => {
  it('[H24] [F9] the reference and the resource that it adds compile, keep every demand on a collection, and leave nothing behind', () => {
    const before = filesIn(tree);
    for (const step of steps) apply(step);
    expect(run('typescript/bin/tsc', '-p', '.')).toMatchObject({ status: 0, output: '' });
    expect(run('drizzle-kit/bin.cjs', 'generate', '--name', 'suppliers')).toMatchObject({ status: 0 });
    const suite = ['run', '--project', 'node', 'tests/contract/collections.test.ts'];
    const tests = run('vitest/vitest.mjs', ...suite, '-t', 'Collection (suppliers|settings/reference/country) ');
    expect(tests.output).toMatch(/Tests {2}\d{2,} passed/);
    expect(tests.status).toBe(0);

    for (const step of steps.toReversed()) takeBack(step);
    const added = readdirSync(inTree('server/db/migrations')).filter(
      name => !existsSync(join('server/db/migrations', name)),
    );
    expect(added).toEqual([expect.stringMatching(/_suppliers\.sql$/)]);
    for (const name of added) rmSync(inTree(join('server/db/migrations', name)));
    expect(filesIn(tree)).toEqual(before);
  }, 300_000);

  it('[H24] a resource takes at most 60 lines of declaration', () => {
    const declared = steps.filter(({ file }) => file.startsWith('resources/'));
    expect(declared.flatMap(({ to }) => to.trimEnd().split('\n')).length).toBeLessThanOrEqual(60);
  });
});
