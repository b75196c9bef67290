import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTree } from '#tests/support/guides.ts';
import { startProduct } from '#tests/support/product.ts';

const LONG = 900_000;

describe('The guides', () => {
  let tree: ReturnType<typeof copyOfTree>;
  beforeAll(() => {
    tree = copyOfTree();
    // Another resource is there before: a guide leans on no list that ends as today's does.
    const names = ['--ru', 'Филиал,Филиалы', '--en', 'Branch,Branches'];
    tree.pass('scripts/new.ts', 'resource', 'branches', ...names);
    for (const guide of ['reference', 'resource', 'field', 'rule', 'page', 'kind', 'own-input', 'action'])
      tree.follow(guide);
    // The demonstration adds a reference with this code, and leaves it to the program now.
    tree.pass('scripts/new.ts', 'reference', 'country', '--ru', 'Страна,Страны', '--en', 'Country,Countries');
    tree.addFields();
  }, LONG);
  afterAll(() => tree.remove());

  it.each([
    ['types', 'typescript/bin/tsc', '-p', '.'],
    ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
    ['format', '@biomejs/biome/bin/biome', 'check', '.'],
    ['rules', 'scripts/rules.ts'],
    ['messages', 'scripts/messages.ts'],
    ['dead code', 'knip/bin/knip.js'],
    [
      'the tests of what they made',
      'vitest/vitest.mjs',
      'run',
      'tests/contract/collections.test.ts',
      'tests/spec/kindsRoundTrip.test.ts',
      '-t',
      'suppliers \\(PGlite|branches \\(PGlite|kind colour',
    ],
    [
      'the tests that go over every field, reference or resource',
      'vitest/vitest.mjs',
      'run',
      ...['importRows', 'importRoundTrip', 'exportProfileValues', 'settings', 'demo-settings'].map(
        name => `tests/spec/${name}.test.ts`,
      ),
      ...['home', 'securityPage', 'locale', 'settingsScreens'].map(name => `tests/spec/${name}.test.tsx`),
      ...['export', 'exportProfiles'].map(name => `tests/contract/${name}.test.ts`),
    ],
  ])(
    '[H24] [F9] what the guides make passes the check of %s',
    (_, tool, ...args) => {
      tree.pass(tool, ...args);
    },
    LONG,
  );

  it.runIf(process.env['GUIDES'] === 'whole')(
    '[H24] what the guides make passes the whole check',
    () => {
      tree.pass('scripts/check.ts');
    },
    4 * LONG,
  );

  it(
    '[H24] the demonstration starts with it, and the new resource, page and reference answer',
    async () => {
      tree.pass('scripts/build.mjs');
      const product = await startProduct({}, tree.folder);
      try {
        const call = async (path: string, bearer?: string, body?: object) => {
          const response = await fetch(`${product.address}/api${path}`, {
            method: body ? 'POST' : 'GET',
            headers: { 'Content-Type': 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) },
            ...(body && { body: JSON.stringify(body) }),
          });
          return (await response.json()) as { code: number; result: never };
        };
        const signedIn = await call('/auth/login', undefined, { email: 'admin@demo.local', password: 'demo-demo' });
        const { token } = (signedIn.result as { accessToken: { token: string } }).accessToken;
        const made = await call('/suppliers', token, { name: 'Север', city: 'Тверь' });
        expect(made).toMatchObject({ code: 200, result: { name: 'Север', city: 'Тверь', status: 'draft' } });
        expect(await call('/suppliers', token, { name: 'Юг', status: 'active' })).toMatchObject({ code: 400 });
        expect(await call('/reference/season/value/list', token)).toMatchObject({ code: 200 });
        expect(JSON.stringify(await call('/navigation', token))).toContain('sales');
      } finally {
        await product.stop();
      }
    },
    LONG,
  );
});

it('[H24] each guide is a page at most', () => {
  for (const guide of readdirSync('docs/guides'))
    expect(readFileSync(`docs/guides/${guide}`, 'utf8').split('\n').length, guide).toBeLessThan(100);
});

it('[H24] a sample that names a file stands in it, word for word', () => {
  const samples = readdirSync('docs/guides').flatMap(guide => [
    ...readFileSync(`docs/guides/${guide}`, 'utf8').matchAll(/^```tsx (\S+)\n([\s\S]*?)^```$/gm),
  ]);
  expect(samples.length).toBeGreaterThan(1);
  for (const [, file = '', sample = ''] of samples) expect(readFileSync(file, 'utf8'), file).toContain(sample);
});
