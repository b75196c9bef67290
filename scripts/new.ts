/**
 * `npm run new -- resource suppliers --ru Поставщик,Поставщики --en Supplier,Suppliers`: writes the files of a
 * resource, a `page`, a `reference` or a `kind`, adds a line to each list, and generates the migration.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { keysOf } from '#contract/keysOf.ts';
import * as kinds from '#contract/kinds.ts';
import { pages } from '#contract/pages.ts';
import { declaredResources } from '#contract/records.ts';
import { referenceNames } from '#contract/references.ts';
import { type Change, kind, type Named, page, reference, resource } from './newTemplates.ts';

const templates: Readonly<Record<string, (names: Named) => Change[]>> = { resource, page, reference, kind };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { ru: { type: 'string' }, en: { type: 'string' } },
});
const [templateKind = '', name = ''] = positionals;
const write = templates[templateKind];

const fail = (reason: string): never => {
  console.error(reason);
  process.exit(1);
};
if (!write) fail(`npm run new -- ${Object.keys(templates).join(' | ')} <name> [--ru One,Several] [--en One,Several]`);
if (!/^[a-z][A-Za-z]*$/.test(name)) fail(`"${name}" is no name: letters in camelCase, as in "suppliers"`);

const screens = [...declaredResources, ...keysOf(pages)];
const takenNames: Readonly<Record<string, readonly string[]>> = {
  // Both make an address of their name.
  resource: screens,
  page: screens,
  reference: referenceNames,
  kind: keysOf(kinds),
};
if (takenNames[templateKind]?.includes(name)) fail(`The name "${name}" is taken`);

const parseForms = (input: string | undefined): readonly [string, string] => {
  const [one, several] = input?.split(',').map(word => word.trim()) ?? [];
  return [one || name, several || one || name];
};

/** What the changed files contained; null for a new one. */
const originals = new Map<string, string | null>();

const restore = (): void => {
  for (const [file, text] of originals)
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
};

const applyChange = ({ file, ...change }: Change): void => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if ('text' in change) {
    if (text !== null) throw new Error(`${file} is there already`);
    originals.set(file, null);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, change.text);
    return;
  }
  if (text === null) throw new Error(`${file} is missing`);
  // All new pages begin with the same icon.
  if (change.line.startsWith('import ') && text.includes(change.line)) return;
  const insertIndex = change.before === null ? text.length : text.lastIndexOf(change.before);
  if (insertIndex < 0) throw new Error(`${file} has no line "${change.before}"`);
  if (!originals.has(file)) originals.set(file, text);
  writeFileSync(file, text.slice(0, insertIndex) + change.line + text.slice(insertIndex));
};

const run = (tool: string, ...args: string[]): void => {
  const { status } = spawnSync(process.execPath, [`node_modules/${tool}`, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} failed`);
};

const changes = write?.({ name, ru: parseForms(values.ru), en: parseForms(values.en) }) ?? [];
const files = [...new Set(changes.map(({ file }) => file))];
try {
  for (const change of changes) applyChange(change);
  run('@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', ...files);
  if (templateKind === 'resource') run('drizzle-kit/bin.cjs', 'generate', '--name', name);
} catch (error) {
  restore();
  fail(`${error instanceof Error ? error.message : String(error)}. Nothing is changed.`);
}
console.log(`${files.map(file => `  ${file}`).join('\n')}\nNow \`npm run types\` names what does not fit yet.`);
