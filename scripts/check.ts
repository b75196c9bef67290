/**
 * `npm run check`: everything except browser tests. `--browser` adds the build and those tests; `--changed` skips tests
 * that a change is unlikely to break. Prints one line per step, the output of a step only when it failed, and `N
 * passed, N failed` at the end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, resolve as resolvePath } from 'node:path';
import { changedFiles, nearestTests } from './nearestTests.ts';
import { readReport, type Tally } from './report.ts';

interface Step {
  name: string;
  command: readonly [program: string, ...args: string[]];
  report?: string;
  env?: Record<string, string>;
}

const reports = mkdtempSync(join(tmpdir(), 'vitrina-check-'));
const runningProcesses = new Set<ChildProcess>();
const total: Tally = { passed: 0, failed: 0, failures: [], notes: [] };

const scriptStep = (name: string, file: string): Step => ({ name, command: ['tsx', `scripts/${file}`] });
const testStep = (name: string, ...projects: string[]): Step => {
  const report = join(reports, `${projects.join('-')}.json`);
  const projectArgs = projects.flatMap(project => ['--project', project]);
  const reporterArgs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, command: ['vitest', 'run', ...projectArgs, ...reporterArgs], report };
};

const withArgs = (step: Step, ...args: string[]): Step => ({ ...step, command: [...step.command, ...args] });
const withoutParallelism = (step: Step): Step => withArgs(step, '--no-file-parallelism');
/** A larger young generation saves a tenth of the processor time of screen tests, which discard most of what they make. */
const withLargeYoungGeneration = (step: Step): Step => ({
  ...step,
  env: { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64` },
});
/** More workers than processors, because browser tests spend half of their time waiting for pages. */
const withManyWorkers = (step: Step): Step => withArgs(step, `--maxWorkers=${availableParallelism() * 2}`);

const format: Step = { name: 'format', command: ['biome', 'check', '.'] };
/**
 * Runs in a single thread, because each further one would check again the types of the contract, which all files share.
 */
const types: Step = { name: 'types', command: ['tsc', '-p', '.', '--singleThreaded'] };
const lint: Step = { name: 'lint and layers', command: ['oxlint', '--type-aware', '--deny-warnings'] };
const deadCode: Step = { name: 'dead code', command: ['knip'] };
const rules = scriptStep('rules and tests', 'rules.ts');
const messages = scriptStep('messages', 'messages.ts');
const build: Step = { name: 'build', command: ['node', 'scripts/build.mjs'] };

const runStep = async ({ name, command, report, env = {} }: Step): Promise<void> => {
  const startedAt = performance.now();
  const [program, ...args] = command;
  const { isGood, output } = await execute(program, args, env);
  const tally = report
    ? readReport(report, isGood)
    : { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, failures: [], notes: [] };
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.failures.push(...tally.failures);
  total.notes.push(...tally.notes);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  const counts = report ? `: ${tally.passed} passed, ${tally.failed} failed` : '';
  console.log(`${tally.failed === 0 ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}${counts}`);
  for (const failure of tally.failures) console.log(`       ${failure}`);
  if (tally.failed > 0) console.log(output);
};

const execute = (
  program: string,
  args: readonly string[],
  stepEnv: Record<string, string>,
): Promise<{ isGood: boolean; output: string }> =>
  new Promise(resolve => {
    const path = `${resolvePath('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, PATH: path, NO_COLOR: '1', ...stepEnv },
    });
    runningProcesses.add(child);
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', error => resolve({ isGood: false, output: String(error) }));
    child.on('close', code => {
      runningProcesses.delete(child);
      resolve({ isGood: code === 0, output });
    });
  });

/** Steps of a chain run one after another, because two such chains keep two cores busy. */
const runInSequence = async (...steps: Step[]): Promise<void> => {
  for (const step of steps) await runStep(step);
};

const stop = (): void => {
  for (const child of runningProcesses) child.kill('SIGTERM');
  process.exitCode = 130;
};
process.once('SIGINT', stop).once('SIGTERM', stop);

const withBrowser = process.argv.includes('--browser');
const onlyChanged = process.argv.includes('--changed');

const runAll = async (): Promise<void> => {
  await Promise.all([
    runInSequence(types, lint, format),
    runInSequence(rules, messages, deadCode, ...(withBrowser ? [build] : [])),
  ]);
  await runStep(withLargeYoungGeneration(testStep('server, contract and screens', 'node', 'dom')));
  if (!withBrowser) return;
  await runStep(withManyWorkers(testStep('browser', 'e2e')));
  await runStep(withoutParallelism(testStep('browser, one test at a time', 'timed')));
};

const runChanged = async (): Promise<void> => {
  await Promise.all([runInSequence(types, format), runInSequence(lint, rules, messages)]);
  const { chosen: projectArgs, left } = nearestTests(changedFiles());
  if (projectArgs.length === 0) return;
  const step = testStep('the nearest tests', 'node', 'dom');
  await runStep({ ...step, command: [...step.command, ...projectArgs] });
  if (left > 0) console.log(`${left} more test files import what changed: npm run check runs them`);
};

await (onlyChanged ? runChanged() : runAll());

rmSync(reports, { recursive: true, force: true });
for (const failure of total.failures) console.log(`FAILED ${failure}`);
for (const note of total.notes) console.log(note);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode ||= total.failed > 0 ? 1 : 0;
