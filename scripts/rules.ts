/**
 * `npm run rules [root]`: matches the numbered rules of tests/SPEC.md with the tests that cite them. Prints one line
 * per fault and then the counts; exits with 1 when there are faults.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testTitles } from './test-titles.ts';

const RULE = /^- \*\*\[([A-Z]\d+)\]\*\* (.+)$/;
const NOT_BUILT = ' (not built)';

interface Rule {
  id: string;
  isBuilt: boolean;
}

const readRules = (root: string): { rules: Map<string, Rule>; problems: string[] } => {
  const rules = new Map<string, Rule>();
  const problems: string[] = [];
  for (const [index, line] of readFileSync(join(root, 'tests/SPEC.md'), 'utf8').split('\n').entries()) {
    if (!line.startsWith('- ')) continue;
    const [, id, text] = RULE.exec(line) ?? [];
    if (!id || !text) problems.push(`tests/SPEC.md:${index + 1}: not a rule: ${line}`);
    else if (rules.has(id)) problems.push(`tests/SPEC.md:${index + 1}: [${id}] is taken`);
    else rules.set(id, { id, isBuilt: !text.endsWith(NOT_BUILT) });
  }
  return { rules, problems };
};

const readTests = (root: string) =>
  readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(test\.tsx?|test-d\.ts)$/.test(name))
    .toSorted()
    .map(name => `tests/${name}`)
    .flatMap(file => testTitles(file, readFileSync(join(root, file), 'utf8')));

const root = process.argv[2] ?? '.';
const { rules, problems } = readRules(root);
const citationCounts = new Map<string, number>();

for (const { file, line, title, ids, isSkipped } of readTests(root)) {
  const location = `${file}:${line}`;
  if (isSkipped) problems.push(`${location}: skipped or focused for good: ${title}`);
  if (ids.length === 0) problems.push(`${location}: cites no rule: ${title}`);
  for (const id of ids) {
    citationCounts.set(id, (citationCounts.get(id) ?? 0) + 1);
    const rule = rules.get(id);
    if (!rule) problems.push(`${location}: cites the unknown rule [${id}]`);
    else if (!rule.isBuilt) problems.push(`${location}: cites [${id}], which tests/SPEC.md calls not built`);
  }
}

const builtRules = [...rules.values()].filter(rule => rule.isBuilt);
const uncoveredRules = builtRules.filter(rule => !citationCounts.has(rule.id));
for (const { id } of uncoveredRules) problems.push(`tests/SPEC.md: [${id}] is built and no test cites it`);

for (const problem of problems) console.log(problem);
console.log(
  `${rules.size} rules: ${builtRules.length} built (${builtRules.length - uncoveredRules.length} covered), ${rules.size - builtRules.length} not built; ` +
    `${[...citationCounts.values()].reduce((sum, count) => sum + count, 0)} citations`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
