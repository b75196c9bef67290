import type { Figure, Part } from './figures.ts';
import { MutantCopy } from './mutantCopy.ts';
import type { Mutation } from './mutations.ts';
import { withFolder } from './server.ts';

const UNNOTICED = 0.1;

/**
 * `npm run bench -- mutants --count=40 --seed=1`: plants small faults, one at a time, in a copy of the project and runs
 * the compiler and the nearest tests. Faults that these do not notice go through all other tests that execute the
 * changed expression. Finding those takes a run of all tests, so it is done once for all remaining faults. Browser
 * tests are excluded, because they take too long. Names each fault that nothing noticed.
 */
export const mutantsPart: Part = {
  name: 'mutants',
  title: 'Planted faults',
  isOnlyByName: true,
  run: ({ count, seed }) => withFolder(folder => plantAll(new MutantCopy(folder), count, seed)),
};

const plantAll = async (copy: MutantCopy, count: number, seed: number): Promise<Figure[]> => {
  const left: Mutation[] = [];
  for (const mutation of copy.drawn(count, seed)) {
    const how = await copy.noticedByNearest(mutation);
    console.log(`${how ? `noticed by ${how}` : 'not yet noticed'}: ${copy.described(mutation)}`);
    if (!how) left.push(mutation);
  }
  const covering = left.length > 0 ? await copy.coverage(left) : [];
  let unnoticed = 0;
  for (const [index, mutation] of left.entries()) {
    const how = await copy.noticedBy(mutation, covering[index] ?? []);
    if (!how) unnoticed += 1;
    console.log(`${how ? `noticed by ${how}` : 'NOT NOTICED'}: ${copy.described(mutation)}`);
  }
  return [
    {
      label: `of ${count} planted faults (seed ${seed}) unnoticed`,
      ours: unnoticed,
      unit: 'faults',
      atMost: count * UNNOTICED,
    },
  ];
};
