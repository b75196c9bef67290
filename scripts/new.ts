/**
 * `npm run new -- resource suppliers --ru Поставщик,Поставщики --en Supplier,Suppliers`: writes the files of a
 * resource, a `page`, a `reference` or a `kind`, adds a line to each list, and generates the migration.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
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

const parseForms = (input: string | undefined): readonly [string, string] => {
  const [one = name, several = one] = input?.split(',').map(word => word.trim()) ?? [];
  return [one, several];
};

const applyChange = ({ file, ...change }: Change): void => {
  if ('text' in change) {
    if (existsSync(file)) fail(`${file} is there already`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, change.text);
    return;
  }
  const text = readFileSync(file, 'utf8');
  const insertIndex = change.before === null ? text.length : text.lastIndexOf(change.before);
  if (insertIndex < 0) fail(`${file} has no line "${change.before}"`);
  writeFileSync(file, text.slice(0, insertIndex) + change.line + text.slice(insertIndex));
};

const run = (tool: string, ...args: string[]): void => {
  const { status } = spawnSync(process.execPath, [`node_modules/${tool}`, ...args], { stdio: 'inherit' });
  if (status) fail(`${tool} ${args.join(' ')} failed`);
};

const changes = write?.({ name, ru: parseForms(values.ru), en: parseForms(values.en) }) ?? [];
for (const change of changes) applyChange(change);
const files = [...new Set(changes.map(({ file }) => file))];
run('@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', ...files);
if (templateKind === 'resource') run('drizzle-kit/bin.cjs', 'generate', '--name', name);
console.log(`${files.map(file => `  ${file}`).join('\n')}\nNow \`npm run types\` names what does not fit yet.`);
