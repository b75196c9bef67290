import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keysOf } from '#contract/keysOf.ts';
import { variables as descriptions } from '#i18n/en/variables.ts';
import { variables } from '#server/config.ts';
import kitConfig from '../../drizzle.config.ts';
import { readReport } from '../../scripts/report.ts';

let tree = '';
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'vitrina-house-'));
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

const plant = (files: Record<string, string>): void => {
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), source);
  }
};

/** Runs a tool of the house, as it stands here, over the planted tree. */
const runThere = (tool: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('node_modules', tool), ...args], {
    cwd: tree,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};
const runScript = (name: string) => runThere('tsx/dist/cli.mjs', resolve('scripts', name));

describe('Rules and tests', () => {
  const spec = '- **[P1]** One thing.\n- **[P2]** Another thing.\n- **[P3]** A third. (not built)\n';
  const test = (...titles: string[]) => titles.map(title => `it('${title}', () => {});`).join('\n');

  it('[H9] the script is content when every built rule has a test and every test a rule', () => {
    plant({ 'tests/SPEC.md': spec, 'tests/spec/a.test.ts': test('[P1] one', '[P2] other') });
    const { status, output } = runScript('rules.ts');
    expect(output).toContain('3 rules: 2 built (2 covered), 1 not built');
    expect(status).toBe(0);
  });

  it.each([
    { fault: 'a built rule without a test', titles: ['[P1] one'], says: '[P2] is built and no test cites it' },
    { fault: 'a test without a rule', titles: ['[P1][P2] one', 'other'], says: 'cites no rule: other' },
    { fault: 'an unknown rule', titles: ['[P1, P2] one', '[P9] other'], says: 'unknown rule [P9]' },
    { fault: 'a test of what is not built', titles: ['[P1, P2, P3] all'], says: '[P3], which tests/SPEC.md calls not' },
  ])('[H9] the script fails on $fault', ({ titles, says }) => {
    plant({ 'tests/SPEC.md': spec, 'tests/contract/a.test.ts': test(...titles) });
    const { status, output } = runScript('rules.ts');
    expect(output).toContain(says);
    expect(status).toBe(1);
  });

  it('[H4] a test that failed and a file that did not load are counted as failures', () => {
    const file = (status: string, ...results: string[]) => ({
      name: 'a.test.ts',
      status,
      assertionResults: results.map(result => ({
        status: result,
        title: 'it works',
        ancestorTitles: ['On PostgreSQL'],
      })),
    });
    const written = join(tree, 'report.json');
    const read = (isGood: boolean, ...testResults: unknown[]) => {
      writeFileSync(written, JSON.stringify({ testResults }));
      const { passed, failed } = readReport(written, isGood);
      return { passed, failed };
    };
    expect(read(true, file('passed', 'passed', 'pending'))).toEqual({ passed: 1, failed: 0 });
    expect(read(false, file('failed', 'passed', 'failed'), file('failed'))).toEqual({ passed: 1, failed: 2 });
    expect(read(false, file('passed', 'passed'))).toEqual({ passed: 1, failed: 1 });
    expect(readReport(join(tree, 'nowhere.json'), true).failed).toBe(1);
  });

  it('[H36] a run that skipped PostgreSQL prints it, and fails on an integration server', () => {
    const written = join(tree, 'skipped.json');
    const result = { title: 'it works', status: 'pending', ancestorTitles: ['Lists (PostgreSQL)'] };
    const report = { testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [result] }] };
    writeFileSync(written, JSON.stringify(report));
    const note = expect.stringMatching(/^PostgreSQL: its tests were skipped/);
    expect(readReport(written, true, false)).toMatchObject({ failed: 0, notes: [note] });
    expect(readReport(written, true, true)).toMatchObject({ failed: 1, failures: [note], notes: [note] });
  });

  it('[H25] no test is retried, on any machine', () => {
    expect(readFileSync('vitest.config.ts', 'utf8')).not.toMatch(/\bretry\b/);
  });
});

describe('Nothing is left over', () => {
  it('[H8] a file that nothing imports and an export that nobody uses are found', () => {
    for (const file of ['knip.config.ts', 'package.json', 'tsconfig.json']) cpSync(file, join(tree, file));
    plant({
      'server/main.ts': "import { used } from '#contract/live.ts';\nconsole.log(used);\n",
      'contract/live.ts': 'export const used = 1;\nexport const forgotten = 2;\n',
      'contract/dead.ts': 'export const dead = 1;\n',
    });
    const { output } = runThere('knip/bin/knip.js', '--include', 'files,exports', '--no-progress');
    expect(output).toContain('contract/dead.ts');
    expect(output).toContain('forgotten');
    expect(output).not.toMatch(/\bused\b.*contract\/live/);
  });

  it('[H14] a message that nothing uses is found', () => {
    const folders = ['contract', 'i18n', 'providers', 'ui', 'resources', 'src', 'server'];
    plant(Object.fromEntries(folders.map(folder => [`${folder}/a.ts`, "export const said = 'errors.server';\n"])));
    const { status, output } = runScript('messages.ts');
    expect(output).toContain('nothing says "errors.unknown"');
    expect(output).not.toContain('"errors.server"');
    expect(status).toBe(1);
  });
});

describe('The lock file', () => {
  const Packages = z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}), resolved: z.string().optional() }),
  );
  const packages = Packages.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);

  /** Where Node would look for a package that another one asks for. */
  const places = (path: string, name: string): string[] => {
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));
    const here = `${path && `${path}/`}node_modules/${name}`;
    return path === '' ? [here] : [here, ...places(above, name)];
  };

  it('[H1] it names the packages of every platform, without which npm ci refuses it', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).filter(name => !places(path, name).some(place => packages[place])),
    );
    expect(missing).toEqual([]);
  });

  it('[H1] it names no registry, so that any will do', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  });
});

describe('The migrations', () => {
  it('[H11] they bring the tables to what the schema declares', () => {
    // drizzle-kit takes only a folder below its own.
    mkdirSync('.cache', { recursive: true });
    const copy = mkdtempSync('.cache/migrations-');
    cpSync('server/db/migrations', copy, { recursive: true });
    const config = { dialect: 'postgresql', schema: kitConfig.schema, out: copy };
    writeFileSync(join(copy, 'kit.json'), JSON.stringify(config));
    const options = ['generate', '--config', join(copy, 'kit.json')];
    const kit = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', ...options]);
    rmSync(copy, { recursive: true, force: true });
    expect(kit.stdout.toString()).toContain('No schema changes');
  });
});

describe('The README', () => {
  const readme = readFileSync('README.md', 'utf8');

  it('[H10] its table of environment variables is what the server and the build read', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$/gm)].map(([, name, byDefault, about]) => [
      name,
      byDefault,
      about,
    ]);
    const read = keysOf(variables).map(name => [
      name,
      variables[name].defaultValue && `\`${variables[name].defaultValue}\``,
      descriptions[name],
    ]);
    const isOfBuild = ([name = '']: readonly (string | undefined)[]) => name.startsWith('VITE_');
    expect(rows.filter(row => !isOfBuild(row))).toEqual(read);
    const built = readFileSync('src/config.ts', 'utf8').matchAll(/import\.meta\.env\['(\w+)'\]/g);
    expect(rows.filter(isOfBuild).map(([name]) => name)).toEqual([...built].map(([, name]) => name));
  });

  it('[H10] every file that it links to is there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(match => match[1] ?? '');
    expect(links).not.toHaveLength(0);
    for (const link of links) expect(() => readFileSync(link), link).not.toThrow();
  });
});

it('[H720] the page of the kit draws each component that the guide lists, under its own name', () => {
  const samples = ['Samples', 'DataSamples'].map(name => readFileSync(`ui/dev/${name}.tsx`, 'utf8')).join('\n');
  const rows = readFileSync('docs/guides/ui.md', 'utf8').matchAll(/^\| (`\w+`(?:, `\w+`)*) \| `/gm);
  const listed = [...rows].flatMap(([, names = '']) => [...names.matchAll(/\w+/g)].map(String));
  const headings = [...samples.matchAll(/<Sample of="([^"]+)"/g)].flatMap(([, names = '']) => names.split(', '));
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.filter(name => !new RegExp(`<${name}[\\s>]`).test(samples))).toEqual([]);
  // The page itself and its bar are around the samples.
  expect(headings.toSorted()).toEqual(listed.filter(name => !['Page', 'BottomBar'].includes(name)).toSorted());
});
