import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A step of a guide: a command to run, or an edit of a file, located by its unchanged lines. */
type Step = { command: string } | { file: string; from: string; to: string };

const stepsOf = (guide: string): Step[] =>
  [...readFileSync(`docs/guides/${guide}.md`, 'utf8').matchAll(/^```(sh|diff (\S+))\n([\s\S]*?)^```$/gm)].map(
    ([, , file, body = '']) => {
      if (!file) return { command: body.trim() };
      const lines = body.trimEnd().split('\n');
      const without = (sign: string) =>
        lines
          .filter(line => !line.startsWith(sign))
          .map(line => `${line.slice(1)}\n`)
          .join('');
      return { file, from: without('+'), to: without('-') };
    },
  );

const KEPT = new Set(['node_modules', 'dist', '.git', 'data', '.cache']);

/** A copy of the repository to follow guides in. */
export const copyOfTree = () => {
  const tree = mkdtempSync(join(tmpdir(), 'vitrina-guide-'));
  for (const name of readdirSync('.').filter(entry => !KEPT.has(entry)))
    cpSync(name, join(tree, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))),
    NO_COLOR: '1',
  };
  const run = (tool: string, ...args: string[]) => {
    const path = tool.startsWith('scripts/') ? ['node_modules/tsx/dist/cli.mjs', tool] : [join('node_modules', tool)];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...path, ...args], {
      cwd: tree,
      encoding: 'utf8',
      env,
    });
    return { status, output: stdout + stderr };
  };
  const npm = (command: string) => {
    const [, script = '', rest = ''] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
    const file = { new: 'scripts/new.ts', 'db:generate': 'scripts/dbGenerate.ts' }[script];
    expect(file, `"${command}" is a script that can be followed`).toBeDefined();
    expect(run(String(file), ...rest.split(' '))).toMatchObject({ status: 0 });
  };
  const follow = (guide: string): void => {
    for (const step of stepsOf(guide)) {
      if ('command' in step) npm(step.command);
      else {
        const path = join(tree, step.file);
        const text = readFileSync(path, 'utf8');
        expect(text.split(step.from), `${step.file} has one place for:\n${step.from}`).toHaveLength(2);
        writeFileSync(
          path,
          text.replace(step.from, () => step.to),
        );
      }
    }
  };
  return { folder: tree, run, follow, remove: () => rmSync(tree, { recursive: true, force: true }) };
};
