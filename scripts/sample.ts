import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSampleFiles } from '#server/demo/sampleFiles.ts';

/** Writes the sample tables into docs/sample; a test fails when the files there differ from the generated ones. */
const folder = join(import.meta.dirname, '..', 'docs', 'sample');
await mkdir(folder, { recursive: true });
for (const [name, bytes] of Object.entries(await buildSampleFiles())) await writeFile(join(folder, name), bytes);
