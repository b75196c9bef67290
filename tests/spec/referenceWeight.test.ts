import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withReferences } from '#tests/support/manyReferences.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrina-references-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The module as a build has it, in bytes as they are sent. */
const bytesOf = async (text: string): Promise<number> => {
  const file = join(folder, 'references.ts');
  writeFileSync(file, text);
  const bundle = await rolldown({ input: file, external: id => id !== file });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  return brotliCompressSync(output[0].code).length;
};

describe('A hundred references', () => {
  it('[A20] add less than 30 kB to the first list, because everything but their entries is created on demand', async () => {
    const text = readFileSync('contract/references.ts', 'utf8');
    const [before, after] = [await bytesOf(text), await bytesOf(withReferences(text, 100))];
    expect(after - before).toBeGreaterThan(1000);
    expect(after - before).toBeLessThan(30_000);
  });
});
