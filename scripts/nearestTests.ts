/** Picks the test files most likely to fail because of a change, within a minute or two of run time. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { z } from 'zod';

/**
 * Run time of the chosen tests in seconds, summed over all threads, because a minute or two is what people wait for.
 */
const BUDGET_SECONDS = 120;
const DEFAULT_DURATION_SECONDS = 4;

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Files that differ from the last commit; in a clean tree, the files of that commit, so that it also works right after
 * committing.
 */
export const changedFiles = (): string[] => {
  const uncommittedFiles = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return uncommittedFiles.length > 0 ? uncommittedFiles : git('diff', '--name-only', 'HEAD~1', 'HEAD');
};

const SPECIFIER = /(?:from|import)\s*\(?\s*['"]([.#][^'"]+)['"]/g;

const readImports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(SPECIFIER)]
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name))))
    .filter(existsSync);

/**
 * Number of import steps from a file to the nearest changed one, because close ones are likelier to break; infinite
 * when none is reachable.
 */
const distanceTo = (changedPaths: ReadonlySet<string>, imports: (file: string) => string[], start: string): number => {
  const visited = new Set([start]);
  let layer = [start];
  for (let distance = 0; layer.length > 0; distance += 1) {
    if (layer.some(file => changedPaths.has(file))) return distance;
    layer = layer.flatMap(imports).filter(file => !visited.has(file) && visited.add(file));
  }
  return Number.POSITIVE_INFINITY;
};

const splitName = (file: string): string[] =>
  basename(file)
    .replace(/\..*/, '')
    .split(/(?=[A-Z])|[-_]/)
    .map(word => word.toLowerCase().replace(/s$/, ''));

/**
 * Words that a test's name shares with the changed paths count too, because imports alone do not tell: each screen
 * reaches every other.
 */
const sharedWordCount = (test: string, changedPaths: ReadonlySet<string>): number => {
  const changedWords = new Set([...changedPaths].flatMap(file => file.split('/').flatMap(splitName)));
  return splitName(test).filter(word => changedWords.has(word)).length;
};

const Results = z.object({ results: z.array(z.tuple([z.string(), z.object({ duration: z.number() })])) });

const RESULTS_FOLDER = 'node_modules/.vite/vitest';

const listFiles = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)) : [];

const readDurations = (): Map<string, number> => {
  const notes = listFiles(RESULTS_FOLDER).filter(path => path.endsWith('results.json'));
  const entries = notes.flatMap(path => Results.parse(JSON.parse(readFileSync(path, 'utf8'))).results);
  return new Map(entries.map(([name, { duration }]) => [name.slice(name.indexOf(':') + 1), duration / 1000]));
};

interface TestSelection {
  chosen: string[];
  left: number;
}

/**
 * @param changed paths relative to the project root
 * @param durations seconds that test files take, by their paths
 */
export const nearestTests = (changed: readonly string[], durations = readDurations()): TestSelection => {
  const goalFiles = new Set(changed);
  const importCache = new Map<string, string[]>();
  const imports = (file: string): string[] => {
    const importedFiles = importCache.get(file) ?? (/\.(tsx?|mjs)$/.test(file) ? readImports(file) : []);
    importCache.set(file, importedFiles);
    return importedFiles;
  };
  const candidates = ['tests/spec', 'tests/contract']
    .flatMap(listFiles)
    .filter(path => /\.test\.tsx?$/.test(path))
    .map(file => ({ file, distance: distanceTo(goalFiles, imports, file), kin: sharedWordCount(file, goalFiles) }))
    .filter(({ distance }) => Number.isFinite(distance))
    .toSorted((a, b) => b.kin - a.kin || a.distance - b.distance);
  let totalSeconds = 0;
  const chosen = candidates.filter(({ file, distance }) => {
    const seconds = durations.get(file) ?? DEFAULT_DURATION_SECONDS;
    if (distance > 0 && totalSeconds + seconds > BUDGET_SECONDS) return false;
    totalSeconds += seconds;
    return true;
  });
  return { chosen: chosen.map(({ file }) => file), left: candidates.length - chosen.length };
};
