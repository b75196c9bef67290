/** Prints the counts for the table in docs/architecture.md, so that nobody counts by hand. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const trackedFiles = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const isCode = (path: string): boolean =>
  /^((contract|i18n|providers|resources|server|src|ui)\/.*\.tsx?|[^/]+\.ts)$/.test(path);
const code = trackedFiles.filter(isCode).map(path => ({ path, text: readFileSync(path, 'utf8') }));
const count = (pattern: RegExp): number => trackedFiles.filter(path => pattern.test(path)).length;
const isRegistry = (path: string): boolean => /^(contract|resources|server)\/(.*\/)?fields[./]/.test(path);
// Listed by name, because errors and other objects have a `kind` too.
const kinds =
  'text|longText|number|money|prices|categories|flag|date|moment|status|choice|one|many|reference|byCode|place|references|localized|attributes|barcode|picture|password|permissions|sharing|person|id';
const kindComparison = new RegExp(`\\bkind [!=]== '(${kinds})'`, 'g');
const comparisonsIn = (text: string): number => text.match(kindComparison)?.length ?? 0;

// Excludes `as const` and renamed imports, because they assert nothing.
const castPattern = /^(?!\s*(?:\*|\/\/|\/\*|import\b|export \{)).*?\bas (?!const\b)[A-Za-z({[]/gm;
const contractSources = code.filter(({ path }) => path.startsWith('contract/')).map(({ text }) => text);
const perThousand = (occurrences: number, sources: readonly string[]): string =>
  ((1000 * occurrences) / sources.join('').split('\n').length).toFixed(1);

const figures = {
  'TypeScript files without tests': code.length,
  'TypeScript lines without tests': code.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
  'importers of @mui/material outside ui/': code.filter(
    ({ path, text }) => !path.startsWith('ui/') && text.includes("from '@mui/material"),
  ).length,
  'HTML documents': count(/^[^/]+\.html$/),
  "comparisons kind === '…' outside the registries": code
    .filter(({ path }) => !isRegistry(path))
    .reduce((sum, { text }) => sum + comparisonsIn(text), 0),
  'lines of contract with a cast, per 1,000': perThousand(
    contractSources.reduce((sum, text) => sum + (text.match(castPattern)?.length ?? 0), 0),
    contractSources,
  ),
  migrations: count(/^server\/db\/migrations\/[^/]+\.sql$/),
  'decision pages': count(/^docs\/decisions\/\d{4}-/),
};
for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name}: ${value}\n`);
