import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTree } from '#tests/support/guides.ts';

const LONG = 900_000;

describe('The guides', () => {
  let tree: ReturnType<typeof copyOfTree>;
  beforeAll(() => {
    tree = copyOfTree();
    // Another resource is there before: a guide leans on no list that ends as today's does.
    expect(tree.run('scripts/new.ts', 'resource', 'branches')).toMatchObject({ status: 0 });
    for (const guide of ['reference', 'resource', 'field', 'rule', 'page', 'kind']) tree.follow(guide);
  }, LONG);
  afterAll(() => tree.remove());

  it.each([
    ['types', 'typescript/bin/tsc', '-p', '.'],
    ['lint', 'oxlint/bin/oxlint', '--deny-warnings'],
    ['rules', 'scripts/rules.ts'],
    ['messages', 'scripts/messages.ts'],
    ['dead code', 'knip/bin/knip.js'],
  ])(
    '[H24] [F9] what the guides make passes the check of %s',
    (_, tool, ...args) => {
      expect(tree.run(tool, ...args)).toMatchObject({ status: 0 });
    },
    LONG,
  );
});

it('[H24] each guide is a page at most', () => {
  for (const guide of readdirSync('docs/guides'))
    expect(readFileSync(`docs/guides/${guide}`, 'utf8').split('\n').length, guide).toBeLessThan(100);
});
