/**
 * `npm run bench [-- part … --runs=3]`: measures the product and its rivals side by side in one run. Both share the
 * machine, so the ratios are what to trust.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { batchesPart } from './batches.ts';

import { bulkPart } from './bulk.ts';
import { chaosPart } from './chaos.ts';
import { damagePart } from './damage.ts';
import { exportPart } from './exporting.ts';
import { type Part, tableOf } from './figures.ts';
import { fleetPart } from './fleet.ts';
import { floodPart } from './flood.ts';
import { fuzzPart } from './fuzz.ts';
import { historyPart } from './history.ts';
import { hostilePart } from './hostile.ts';
import { importPart } from './importing.ts';
import { killedImagesPart } from './killedImages.ts';
import { killedUndosPart } from './killedUndos.ts';
import { killsPart } from './kills.ts';
import { largestTablePart } from './largestTable.ts';
import { listPart, millionPart } from './list.ts';
import { logPart } from './log.ts';
import { matricesPart } from './matrices.ts';
import { mutantsPart } from './mutants.ts';
import { previewsPart } from './previews.ts';
import { publicationPart } from './publication.ts';
import { referencesPart } from './references.ts';
import { roundTripPart } from './roundTrip.ts';
import { startPart } from './start.ts';
import { treePart } from './tree.ts';
import { twoServersPart } from './twoServers.ts';
import { undoPart } from './undo.ts';
import { webPart } from './web.ts';
import { weightPart } from './weight.ts';
import { writesPart } from './writes.ts';

const parts: readonly Part[] = [
  startPart,
  weightPart,
  referencesPart,
  hostilePart,
  listPart,
  millionPart,
  importPart,
  previewsPart,
  exportPart,
  roundTripPart,
  largestTablePart,
  damagePart,
  logPart,
  webPart,
  treePart,
  matricesPart,
  publicationPart,
  batchesPart,
  historyPart,
  undoPart,
  fuzzPart,
  killsPart,
  killedImagesPart,
  killedUndosPart,
  twoServersPart,
  writesPart,
  bulkPart,
  floodPart,
  fleetPart,
  chaosPart,
  mutantsPart,
];

const usage = `usage: npm run bench -- [--runs=3] [--count=40] [--seed=1] [--rows=100000] [--minutes=5] [${parts.map(({ name }) => name).join('] [')}]`;

const exitWithUsage = (code: number): never => {
  (code === 0 ? console.log : console.error)(usage);
  process.exit(code);
};

const parseArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '3' },
        count: { type: 'string', default: '40' },
        seed: { type: 'string', default: '1' },
        rows: { type: 'string', default: '100000' },
        minutes: { type: 'string', default: '5' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch {
    return exitWithUsage(1);
  }
};

const { values, positionals: named } = parseArguments();
if (values.help) exitWithUsage(0);
const options = {
  runs: Number(values.runs),
  count: Number(values.count),
  seed: Number(values.seed),
  rows: Number(values.rows),
  minutes: Number(values.minutes),
};
if (
  named.some(name => !parts.some(part => part.name === name)) ||
  Object.values(options).some(value => !Number.isInteger(value) || value < 1)
)
  exitWithUsage(1);

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
