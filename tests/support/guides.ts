import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A step of a guide: a command to run, or an edit of a file, located by its unchanged lines. */
type Step = { command: string } | { file: string; from: string; to: string };

const addLine = (file: string, after: string, lines: readonly string[]): Step => ({
  file,
  from: `${after}\n`,
  to: [after, ...lines, ''].join('\n'),
});

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

/** Fields of the added reference and kind, and one of a kind with limits, in the resource that most tests use. */
const fieldsInNomenclature: Step[] = [
  addLine('contract/resources/nomenclature.ts', '  categories,', ['  colour,']),
  addLine('contract/resources/nomenclature.ts', "    unit_id: reference('unit' satisfies ReferenceName),", [
    "    season_id: reference('season' satisfies ReferenceName),",
    '    tint: colour(),',
    '    shelf_days: number({ max: 3650 }),',
  ]),
  addLine('server/db/tables/nomenclature.ts', '    unit_id: referenceIdColumn(),', [
    '    season_id: referenceIdColumn(),',
    '    tint: text(),',
    '    shelf_days: integer(),',
  ]),
  addLine('i18n/ru/resources/nomenclature.ts', "    unit_id: 'Единица измерения',", [
    "    season_id: 'Сезон',",
    "    tint: 'Оттенок',",
    "    shelf_days: 'Годен, дней',",
  ]),
  addLine('i18n/en/resources/nomenclature.ts', "    unit_id: 'Unit',", [
    "    season_id: 'Season',",
    "    tint: 'Tint',",
    "    shelf_days: 'Good for, days',",
  ]),
  addLine('resources/nomenclature.tsx', "\n    'unit_id',", ["    'season_id',", "    'tint',", "    'shelf_days',"]),
  addLine('resources/nomenclature.tsx', "        'unit_id',", [
    "        'season_id',",
    "        'tint',",
    "        'shelf_days',",
  ]),
  { command: 'npm run db:generate -- nomenclature_fields' },
];

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
  /** Fails with the output of the tool, which contains the reason. */
  const pass = (...call: Parameters<typeof run>): void => {
    const { status, output } = run(...call);
    expect(status, output).toBe(0);
  };
  const npm = (command: string) => {
    const [, script = '', rest = ''] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
    const file = { new: 'scripts/new.ts', 'db:generate': 'scripts/dbGenerate.ts' }[script];
    expect(file, `"${command}" is a script that can be followed`).toBeDefined();
    pass(String(file), ...rest.split(' '));
  };
  const carryOut = (steps: readonly Step[]): void => {
    for (const step of steps) {
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
  return {
    folder: tree,
    run,
    pass,
    follow: (guide: string) => carryOut(stepsOf(guide)),
    addFields: () => carryOut(fieldsInNomenclature),
    remove: () => rmSync(tree, { recursive: true, force: true }),
  };
};
