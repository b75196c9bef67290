import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { randomFrom } from '#tests/support/damagedTables.ts';
import { nearestTests } from '../scripts/nearestTests.ts';
import { applyMutation, type Mutation, mutationsOf } from './mutations.ts';

const MUTABLE = /^(contract|providers|resources|server)\/.*\.tsx?$/;
/** Timeout in ms. A test run that exceeds it counts as having noticed the fault. */
const HANG = 600_000;
/** The number of test files to try first, which is enough for most faults. */
const FIRST = 6;

const setup = `
import { afterAll, expect } from 'vitest';
import { appendFileSync } from 'node:fs';
const hits = new Set();
const startedAt = performance.now();
globalThis.__mutationHit = index => void hits.add(index);
afterAll(() => {
  const file = expect.getState().testPath;
  const note = { file, hits: [...hits], ms: performance.now() - startedAt };
  if (process.env.MUTATION_HITS) appendFileSync(process.env.MUTATION_HITS, JSON.stringify(note) + '\\n');
});`;
/** Written in JavaScript, which the compiler does not check, because its errors would count as noticing every fault. */
const config = `
import base from './vitest.config.ts';
for (const project of base.test.projects) {
  project.test.setupFiles = [...(project.test.setupFiles ?? []), './mutationHits.setup.js'];
}
export default base;`;

const Hits = z.object({ file: z.string(), hits: z.array(z.int()), ms: z.number() });
const Results = z.object({ testResults: z.array(z.object({ name: z.string(), status: z.string() })) });

/** A copy of the project as of the start of the run, in which one fault at a time is planted. */
export class MutantCopy {
  readonly #folder: string;
  readonly #sources = new Map<string, string>();
  /** Whether a test file passes without a fault; determined on demand. */
  readonly #isSound = new Map<string, boolean>();

  constructor(folder: string) {
    this.#folder = folder;
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
    for (const file of files.filter(Boolean).filter(existsSync)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
      if (MUTABLE.test(file)) this.#sources.set(file, readFileSync(file, 'utf8'));
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'mutationHits.setup.js'), setup);
    writeFileSync(join(folder, 'mutations.config.mjs'), config);
  }

  drawn(count: number, seed: number): Mutation[] {
    const all = [...this.#sources].flatMap(([file, source]) => mutationsOf(file, source));
    const random = randomFrom(seed);
    const sample = new Map<string, Mutation>();
    // At most one fault per file, so that marks never overlap.
    while (sample.size < count && all.length > 0) {
      const [mutation] = all.splice(Math.floor(random() * all.length), 1);
      if (mutation && !sample.has(mutation.file)) sample.set(mutation.file, mutation);
    }
    return [...sample.values()];
  }

  described({ file, start, end, text }: Mutation): string {
    const source = this.#sourceOf(file);
    const line = source.slice(0, start).split('\n').length;
    return `${file}:${line} ${source.slice(start, end)} → ${text}`.replaceAll(/\s+/g, ' ');
  }

  async noticedByNearest(mutation: Mutation): Promise<string | null> {
    const { chosen } = nearestTests([mutation.file]);
    return this.#withFault(mutation, async () => {
      const failing = await this.#failing(chosen.slice(0, FIRST), mutation);
      if (failing) return failing;
      // The compiler runs before the other tests, which take several times as long.
      if ((await this.#run('tsc', ['-p', '.'])) !== 0) return 'types';
      return this.#failing(chosen.slice(FIRST), mutation);
    });
  }

  async noticedBy(mutation: Mutation, covering: readonly string[]): Promise<string | null> {
    const nearest = nearestTests([mutation.file]).chosen;
    const others = covering.filter(test => !nearest.includes(test));
    return this.#withFault(mutation, () => this.#failing(others, mutation));
  }

  /** The test files that execute the code of each fault, fastest first. */
  async coverage(sample: readonly Mutation[]): Promise<string[][]> {
    for (const [index, mutation] of sample.entries()) {
      const source = this.#sourceOf(mutation.file);
      const expression = source.slice(mutation.start, mutation.end);
      const text = `(globalThis.__mutationHit?.(${index}), (${expression}))`;
      this.#write(mutation.file, applyMutation(source, { ...mutation, text }));
    }
    const notes = join(this.#folder, 'hits.jsonl');
    writeFileSync(notes, '');
    await this.#run('vitest', ['--project', 'node', '--project', 'dom'], { MUTATION_HITS: notes });
    for (const { file } of sample) this.#write(file, this.#sourceOf(file));
    const lines = readFileSync(notes, 'utf8').split('\n').filter(Boolean);
    const files = lines.map(line => Hits.parse(JSON.parse(line))).toSorted((a, b) => a.ms - b.ms);
    return sample.map((_, index) =>
      files.filter(({ hits }) => hits.includes(index)).map(({ file }) => relative(this.#folder, file)),
    );
  }

  /** The test file that fails because of the planted fault. A file that also fails without it proves nothing. */
  async #failing(tests: readonly string[], mutation: Mutation): Promise<string | null> {
    let left = tests.filter(test => this.#isSound.get(test) !== false);
    while (left.length > 0) {
      const failed = await this.#failedOf(left);
      if (!failed) return null;
      if (failed === 'hangs') return 'a run that hangs';
      if (await this.#passesWithout(failed, mutation)) return failed;
      console.log(`left out, because it fails anyway: ${failed}`);
      left = left.filter(test => test !== failed);
    }
    return null;
  }

  async #failedOf(tests: readonly string[]): Promise<string | null> {
    const file = join(this.#folder, 'results.json');
    rmSync(file, { force: true });
    const code = await this.#run('vitest', ['--bail=1', '--reporter=json', `--outputFile=${file}`, ...tests]);
    if (code === 0) return null;
    if (!existsSync(file)) return 'hangs';
    const { testResults } = Results.parse(JSON.parse(readFileSync(file, 'utf8')));
    const failed = testResults.find(({ status }) => status === 'failed');
    return failed ? relative(this.#folder, failed.name) : 'hangs';
  }

  async #passesWithout(test: string, mutation: Mutation): Promise<boolean> {
    const known = this.#isSound.get(test);
    if (known !== undefined) return known;
    this.#write(mutation.file, this.#sourceOf(mutation.file));
    const isSound = (await this.#run('vitest', ['--bail=1', test])) === 0;
    this.#isSound.set(test, isSound);
    this.#write(mutation.file, applyMutation(this.#sourceOf(mutation.file), mutation));
    return isSound;
  }

  async #withFault<T>(mutation: Mutation, work: () => Promise<T>): Promise<T> {
    const source = this.#sourceOf(mutation.file);
    this.#write(mutation.file, applyMutation(source, mutation));
    try {
      return await work();
    } finally {
      this.#write(mutation.file, source);
    }
  }

  #sourceOf(file: string): string {
    return this.#sources.get(file) ?? '';
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text);
  }

  async #run(program: 'vitest' | 'tsc', words: readonly string[], env: Record<string, string> = {}): Promise<number> {
    const first = program === 'vitest' ? ['run', '--config', 'mutations.config.mjs'] : [];
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
