/**
 * `npm run messages`: finds unused catalogue keys. A key counts as used when the code contains it, in full or without
 * its section (`'errors.server'`, `translate('notFound')`, `session.enter`), when a template could produce it
 * (`resources.${resource}.one`), or when an HTML page contains it (`{{session.email}}`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { server } from '../i18n/ru/server.ts';
import { ru } from '../i18n/ru.ts';

const FOLDERS = ['contract', 'i18n', 'providers', 'ui', 'resources', 'src', 'server'];

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const listKeys = (tree: object, path: readonly string[] = []): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[...path, name].join('.')] : listKeys(value as object, [...path, name]),
  );

const sources = FOLDERS.flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
).filter(file => /\.tsx?$/.test(file) && !/^i18n\/(ru|en)[/.]/.test(file));

const literals = new Set<string>();
const members = new Set<string>();
const patterns: RegExp[] = [];

const propertyName = (node: Node): string => {
  const { name, value } = node['property'] as { name?: unknown; value?: unknown };
  return String(name ?? value);
};

const visit = (node: Node): void => {
  if (node.type === 'Literal' && typeof node['value'] === 'string') literals.add(node['value']);
  if (node.type === 'MemberExpression') members.add(propertyName(node));
  if (node.type === 'TemplateLiteral') {
    const quasis = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    const escapedQuasis = quasis.map(text => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    if (quasis.some(text => /[a-zA-Z]{2}\.|\.[a-zA-Z]{2}/.test(text)))
      patterns.push(new RegExp(`^${escapedQuasis.join('.+')}$`));
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
};
const srcFiles = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(name => `src/${name}`);
const pages = [...readdirSync('.'), ...srcFiles];
for (const page of pages.filter(name => name.endsWith('.html')))
  for (const [, key] of readFileSync(page, 'utf8').matchAll(/\{\{([\w.]+)\}\}/g)) literals.add(key ?? '');
for (const file of sources) {
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  visit(parseAst(readFileSync(file, 'utf8'), { lang }, file) as unknown as Node);
}

/** The key and its endings, because translators over a part of the catalogue take keys without the section. */
const keySuffixes = (key: string): string[] => {
  const names = key.split('.');
  return names.map((_, index) => names.slice(index).join('.'));
};
const isUsed = (key: string): boolean =>
  members.has(key.split('.').at(-1) ?? '') ||
  keySuffixes(key).some(tail => literals.has(tail) || patterns.some(pattern => pattern.test(tail)));

const keys = [...listKeys(ru), ...listKeys({ server })];
const unusedKeys = keys.filter(key => !isUsed(key));
for (const key of unusedKeys) console.log(`i18n: nothing says "${key}"`);
console.log(`${keys.length} messages, ${unusedKeys.length} unused`);
process.exitCode = unusedKeys.length > 0 ? 1 : 0;
