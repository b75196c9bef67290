import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const tops = ['contract', 'i18n', 'providers', 'ui', 'resources', 'src', 'server'] as const;
type Top = (typeof tops)[number];

/** The directions of the house: what each folder may import from. */
const below: Record<Top, readonly Top[]> = {
  contract: [],
  i18n: ['contract'],
  providers: ['contract', 'i18n'],
  ui: ['contract', 'i18n', 'providers'],
  resources: ['contract', 'i18n', 'providers', 'ui'],
  src: ['contract', 'i18n', 'providers', 'ui', 'resources'],
  server: ['contract', 'i18n'],
};
const directions = tops.flatMap(from => tops.filter(to => to !== from).map(to => ({ from, to })));
const forbidden = directions.filter(({ from, to }) => !below[from].includes(to));
const allowed = directions.filter(({ from, to }) => below[from].includes(to));

const foreign = [
  { top: 'contract', name: 'react' },
  { top: 'contract', name: '@mui/material' },
  { top: 'contract', name: 'node:fs' },
  { top: 'contract', name: 'axios' },
  { top: 'i18n', name: 'react-admin' },
  { top: 'i18n', name: 'node:path' },
  { top: 'server', name: 'react' },
  { top: 'server', name: 'react-dom/server' },
  { top: 'server', name: 'ra-core' },
  { top: 'providers', name: '@mui/material' },
  { top: 'providers', name: 'react-dom' },
  { top: 'resources', name: 'node:fs' },
  { top: 'resources', name: '@mui/material' },
  { top: 'resources', name: '@mui/material/Dialog' },
  { top: 'src', name: '@mui/material/Dialog' },
  { top: 'src', name: '@emotion/react' },
  { top: 'src', name: 'hono' },
] as const;

/** What screens are drawn with; in `ui` each is a part of the kit, and the public pages do without it. */
const elements = ['input', 'textarea', 'select', 'button', 'table', 'dialog'] as const;
const drawing = elements.flatMap(name => (['providers', 'resources', 'src'] as const).map(top => ({ top, name })));

const used = (name: string): string => `import * as it from '${name}';\nexport const x = it;\n`;

const planted: Record<string, string> = {
  ...Object.fromEntries(tops.map(top => [`${top}/target.ts`, 'export const target = 1;\n'])),
  ...Object.fromEntries(directions.map(({ from, to }) => [`${from}/to-${to}.ts`, used(`#${to}/target.ts`)])),
  ...Object.fromEntries(directions.map(({ from, to }) => [`${from}/deep/by-${to}.ts`, used(`../../${to}/target.ts`)])),
  ...Object.fromEntries(foreign.map(({ top, name }) => [`${top}/${name.replaceAll(/\W/g, '_')}.ts`, used(name)])),
  ...Object.fromEntries(
    [...drawing.map(({ top }) => top), 'ui', 'src/public'].flatMap(folder =>
      elements.map(name => [`${folder}/${name}.tsx`, `export const Drawn = () => <${name} />;\n`]),
    ),
  ),
  'src/a.ts': used('./b.ts'),
  'src/b.ts': used('./a.ts'),
  'resources/circle.ts': used('#resources/round.ts'),
  'resources/round.ts': used('./circle.ts'),
  'providers/default.ts': 'export default 1;\n',
  'providers/any.ts': 'export const x: any = 1;\n',
  'src/said.tsx': 'export const Said = () => <p>Сохранено</p>;\n',
};

interface Diagnostic {
  filename: string;
  code: string;
  help?: string;
}
const faults = new Map<string, string[]>();
let tree = '';

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'vitrina-lint-'));
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.json']) cpSync(file, join(tree, file));
  for (const [file, source] of Object.entries(planted)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), source);
  }
  const oxlint = join(process.cwd(), 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'json'], { cwd: tree, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  for (const { filename, code, help } of diagnostics)
    faults.set(filename, [...(faults.get(filename) ?? []), `${code} ${help ?? ''}`]);
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const faultsOf = (file: string): string => (faults.get(file) ?? []).join('\n');

describe('The layers of the house', () => {
  it.each(forbidden)('[H5] $from may not import $to, by alias or by path', ({ from, to }) => {
    expect(faultsOf(`${from}/to-${to}.ts`)).toContain(`${from} imports only from`);
    expect(faultsOf(`${from}/deep/by-${to}.ts`)).toContain(`${from} imports only from`);
  });

  it.each(allowed)('[H5] $from may import $to, by alias only', ({ from, to }) => {
    expect(faultsOf(`${from}/to-${to}.ts`)).toBe('');
    expect(faultsOf(`${from}/deep/by-${to}.ts`)).toContain('aliases across top folders');
  });

  it.each(foreign)('[H7] $top may not import $name', ({ top, name }) => {
    expect(faultsOf(`${top}/${name.replaceAll(/\W/g, '_')}.ts`)).toContain('no-restricted-imports');
  });

  it.each(drawing)('[H7] $top draws no $name of its own', ({ top, name }) => {
    expect(faultsOf(`${top}/${name}.tsx`)).toContain('forbid-elements');
  });

  it.each(elements)('[H7] ui and the public pages draw a %s', name => {
    expect(faultsOf(`ui/${name}.tsx`)).not.toContain('forbid-elements');
    expect(faultsOf(`src/public/${name}.tsx`)).not.toContain('forbid-elements');
  });

  it('[H6] a cycle is found by path and through an alias', () => {
    expect(faultsOf('src/a.ts')).toContain('no-cycle');
    expect(faultsOf('resources/circle.ts')).toContain('no-cycle');
  });

  it('[H5] a default export and an any are refused', () => {
    expect(faultsOf('providers/default.ts')).toContain('no-default-export');
    expect(faultsOf('providers/any.ts')).toContain('no-explicit-any');
  });

  it('[H23] a text that stands in a component is refused', () => {
    expect(faultsOf('src/said.tsx')).toContain('jsx-no-literals');
  });
});
