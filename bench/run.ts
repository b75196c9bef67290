/**
 * `npm run bench [-- part … --runs=3]`: measures the product and its rivals side by side in one run. Both share the
 * machine, so the ratios are what to trust.
 */
import { cpus, loadavg } from 'node:os';
import { bombPart } from './bomb.ts';
import { bulkPart } from './bulk.ts';
import { damagePart } from './damage.ts';
import { exportPart } from './exporting.ts';
import { type Part, tableOf } from './figures.ts';
import { fuzzPart } from './fuzz.ts';
import { historyPart } from './history.ts';
import { importPart } from './importing.ts';
import { killsPart } from './kills.ts';
import { listPart, millionPart } from './list.ts';
import { logPart } from './log.ts';
import { matricesPart } from './matrices.ts';
import { mutantsPart } from './mutants.ts';
import { previewsPart } from './previews.ts';
import { publicationPart } from './publication.ts';
import { referencesPart } from './references.ts';
import { startPart } from './start.ts';
import { treePart } from './tree.ts';
import { twoServersPart } from './twoServers.ts';
import { webPart } from './web.ts';
import { weightPart } from './weight.ts';
import { writesPart } from './writes.ts';

const parts: readonly Part[] = [
  startPart,
  weightPart,
  referencesPart,
  bombPart,
  listPart,
  millionPart,
  importPart,
  previewsPart,
  exportPart,
  damagePart,
  logPart,
  webPart,
  treePart,
  matricesPart,
  publicationPart,
  historyPart,
  fuzzPart,
  killsPart,
  twoServersPart,
  writesPart,
  bulkPart,
  mutantsPart,
];

const words = process.argv.slice(2);
const option = (name: string, byDefault: number): number =>
  Number(words.find(word => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length) ?? byDefault);
const options = { runs: option('runs', 3), count: option('count', 40), seed: option('seed', 1) };
const named = words.filter(word => !word.startsWith('--'));
const unknown = named.filter(name => !parts.some(part => part.name === name));
if (unknown.length > 0 || Object.values(options).some(value => !Number.isInteger(value) || value < 1)) {
  console.error(
    `usage: npm run bench -- [--runs=3] [--count=40] [--seed=1] [${parts.map(({ name }) => name).join('] [')}]`,
  );
  process.exit(1);
}

const [load = 0] = loadavg();
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load ${load.toFixed(1)}`;
console.log(`${machine}; Node ${process.version}; medians of ${options.runs}`);
const chosen = parts.filter(part => (named.length === 0 ? !part.isOnlyByName : named.includes(part.name)));
for (const part of chosen) {
  console.log(`\n## ${part.title}\n`);
  try {
    console.log(tableOf(await part.run(options)));
  } catch (error) {
    console.log(`Not measured: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
// A failed part may leave a database or a browser open, which would keep the process alive.
process.exit();
