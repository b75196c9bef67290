import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { randomFrom } from '#tests/support/damagedTables.ts';
import { nearestTests } from '../scripts/nearestTests.ts';
import type { Figure, Part } from './figures.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';
import { withFolder } from './server.ts';

const FOLDERS = ['contract', 'providers', 'resources', 'server'];
/** Milliseconds after which a test run counts as hanging, which is a way of noticing. */
const HANG = 600_000;
const UNNOTICED = 0.1;

/**
 * `npm run bench -- mutants --count=40 --seed=1`: plants that many small faults, one at a time, in a copy of the project
 * and runs the tests that execute the changed expression, then the nearest others, then the compiler. Browser tests are
 * left out, because they take too long. Names each fault that nothing noticed.
 */
export const mutantsPart: Part = {
  name: 'mutants',
  title: 'Planted faults',
  isOnlyByName: true,
  run: ({ count, seed }) => withFolder(folder => plantAll(new Copy(folder), count, seed)),
};

const plantAll = async (copy: Copy, count: number, seed: number): Promise<Figure[]> => {
  const sample = drawn(count, seed);
  const covering = await copy.coverage(sample);
  let noticed = 0;
  for (const [index, mutation] of sample.entries()) {
    const how = await copy.noticedBy(mutation, covering[index] ?? []);
    if (how) noticed += 1;
    console.log(`${how ? `noticed by ${how}` : 'NOT NOTICED'}: ${described(mutation)}`);
  }
  return [
    {
      what: `of ${count} planted faults (seed ${seed}) unnoticed`,
      ours: count - noticed,
      unit: 'faults',
      atMost: count * UNNOTICED,
    },
  ];
};

const drawn = (count: number, seed: number): Mutation[] => {
  const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' }).split('\n');
  const all = files.filter(file => /\.tsx?$/.test(file)).flatMap(file => mutationsOf(file, readFileSync(file, 'utf8')));
  const random = randomFrom(seed);
  const sample = new Map<string, Mutation>();
  // One a file at most, so that marks never overlap.
  while (sample.size < count && all.length > 0) {
    const [mutation] = all.splice(Math.floor(random() * all.length), 1);
    if (mutation && !sample.has(mutation.file)) sample.set(mutation.file, mutation);
  }
  return [...sample.values()];
};

const described = ({ file, start, end, text }: Mutation): string => {
  const source = readFileSync(file, 'utf8');
  const line = source.slice(0, start).split('\n').length;
  return `${file}:${line} ${source.slice(start, end)} → ${text}`.replaceAll(/\s+/g, ' ');
};

const Hits = z.object({ file: z.string(), hits: z.array(z.int()), ms: z.number(), hasFailed: z.boolean() });

const setup = `
import { afterAll, afterEach, expect } from 'vitest';
import { appendFileSync } from 'node:fs';
const hits = new Set();
const startedAt = performance.now();
let hasFailed = false;
afterEach(({ task }) => void (hasFailed ||= task.result?.state === 'fail'));
globalThis.__mutationHit = index => void hits.add(index);
afterAll(() => {
  const file = expect.getState().testPath;
  const note = { file, hits: [...hits], ms: performance.now() - startedAt, hasFailed };
  if (process.env.MUTATION_HITS) appendFileSync(process.env.MUTATION_HITS, JSON.stringify(note) + '\\n');
});`;
const config = `
import base from './vitest.config.ts';
for (const project of base.test.projects) {
  project.test.setupFiles = [...(project.test.setupFiles ?? []), './mutationHits.setup.js'];
}
base.test.retry = 0;
export default base;`;

class Copy {
  readonly #folder: string;
  /** Left out, because test files that fail without any mutation prove nothing. */
  #failing: readonly string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
    for (const file of files.filter(Boolean).filter(existsSync)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'mutationHits.setup.js'), setup);
    writeFileSync(join(folder, 'mutations.config.ts'), config);
  }

  async coverage(sample: readonly Mutation[]): Promise<string[][]> {
    for (const [index, mutation] of sample.entries()) this.#mark(mutation, index);
    const notes = join(this.#folder, 'hits.jsonl');
    writeFileSync(notes, '');
    await this.#run('vitest', ['--project', 'node', '--project', 'dom'], { MUTATION_HITS: notes });
    for (const { file } of sample) this.#restore(file);
    const hits = readFileSync(notes, 'utf8').split('\n').filter(Boolean);
    const files = hits.map(line => Hits.parse(JSON.parse(line))).toSorted((one, other) => one.ms - other.ms);
    this.#failing = files.filter(({ hasFailed }) => hasFailed).map(({ file }) => file);
    if (this.#failing.length > 0) console.log(`left out, because they fail anyway: ${this.#failing.join(', ')}`);
    return sample.map((_, index) => files.filter(test => test.hits.includes(index)).map(({ file }) => file));
  }

  async noticedBy(mutation: Mutation, covering: readonly string[]): Promise<string | null> {
    const { file } = mutation;
    writeFileSync(join(this.#folder, file), mutated(readFileSync(file, 'utf8'), mutation));
    try {
      if (!(await this.#passes(covering))) return 'tests';
      // The nearest tests too, because code that runs once for each worker is attributed to one test file only.
      const nearest = nearestTests([file]).chosen.filter(test => !covering.some(path => path.endsWith(test)));
      if (!(await this.#passes(nearest))) return 'tests';
      return (await this.#run('tsc', ['-p', '.'])) === 0 ? null : 'types';
    } finally {
      this.#restore(file);
    }
  }

  async #passes(tests: readonly string[]): Promise<boolean> {
    const sound = tests.filter(test => !this.#failing.some(path => path.endsWith(test)));
    return sound.length === 0 || (await this.#run('vitest', ['--bail=1', ...sound])) === 0;
  }

  #mark(mutation: Mutation, index: number): void {
    const source = readFileSync(mutation.file, 'utf8');
    const expression = source.slice(mutation.start, mutation.end);
    const text = `(globalThis.__mutationHit?.(${index}), (${expression}))`;
    writeFileSync(join(this.#folder, mutation.file), mutated(source, { ...mutation, text }));
  }

  #restore(file: string): void {
    cpSync(file, join(this.#folder, file));
  }

  async #run(program: 'vitest' | 'tsc', words: readonly string[], env: Record<string, string> = {}): Promise<number> {
    const first = program === 'vitest' ? ['run', '--config', 'mutations.config.ts', '--reporter=dot'] : [];
    const child: ChildProcess = spawn(join(this.#folder, 'node_modules', '.bin', program), [...first, ...words], {
      cwd: this.#folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
      detached: true,
    });
    const over = new AbortController();
    const hanging = sleep(words.includes('--bail=1') ? HANG : 6 * HANG, -1, { signal: over.signal });
    const ended = once(child, 'exit').then(([code]) => Number(code ?? -1));
    const code = await Promise.race([ended, hanging.catch(() => -1)]);
    over.abort();
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
    return code;
  }
}
