import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTree } from '#tests/support/guides.ts';

describe('npm run new', () => {
  let tree: ReturnType<typeof copyOfTree>;
  beforeAll(() => {
    tree = copyOfTree();
  });
  afterAll(() => tree.remove());
  const make = (...args: string[]) => tree.run('scripts/new.ts', ...args);
  const read = (file: string) => readFileSync(join(tree.folder, file), 'utf8');
  const lists = ['contract/pages.ts', 'contract/references.ts', 'contract/resources.ts', 'contract/kinds.ts'];
  const readLists = () => [...lists, 'i18n/pages.ts', 'src/pages.ts'].map(read);

  it('[H650] writes words with apostrophes and quotes', () => {
    const words = ['--ru', "Д'Артаньян,«Д'Артаньяны»", '--en', `Farmer's "own",Farmers'`];
    expect(make('reference', 'musketeer', ...words)).toMatchObject({ status: 0 });
    expect(read('contract/references.ts')).toContain(`ru: ["Д'Артаньян", "«Д'Артаньяны»"]`);
    expect(make('page', 'farmers', ...words)).toMatchObject({ status: 0 });
    expect(read('i18n/pages/farmers.ts')).toContain(`title: "Farmers'"`);
  });

  it('[H650] adds a second page to the first', () => {
    for (const name of ['harvests', 'markets']) expect(make('page', name)).toMatchObject({ status: 0 });
    expect(read('src/pages.ts').match(/^import PageIcon from .*$/gm)).toHaveLength(1);
  });

  it.each([
    ['reference', 'brand'],
    ['page', 'users'],
    ['resource', 'categories'],
    ['kind', 'text'],
  ])('[H650] refuses another %s called %s', (kind, name) => {
    const before = readLists();
    expect(make(kind, name)).toMatchObject({ status: 1, output: `The name "${name}" is taken\n` });
    expect(readLists()).toEqual(before);
  });

  it('[H650] leaves every file as it was when a place is missing or the result does not parse', () => {
    const whole = read('src/pages.ts');
    writeFileSync(join(tree.folder, 'src/pages.ts'), whole.replaceAll('};', '} ;'));
    const before = readLists();
    const refused = make('page', 'forecasts');
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.output).toContain('src/pages.ts has no line "};". Nothing is changed.');
    expect(readLists()).toEqual(before);
    for (const file of ['i18n/pages/forecasts.ts', 'src/pages/forecasts/ForecastsPage.tsx'])
      expect(existsSync(join(tree.folder, file)), file).toBe(false);
    expect(make('kind', 'class')).toMatchObject({ status: 1 });
    expect(readLists()).toEqual(before);
    expect(existsSync(join(tree.folder, 'contract/fields/class.ts'))).toBe(false);
  });
});
