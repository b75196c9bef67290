import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Figure, Part } from './figures.ts';

const built = 'dist/web';

/**
 * Bytes that a page loads before it is usable, compressed with Brotli as the server sends them, since slow networks
 * wait for each of them.
 */
export const weightPart: Part = {
  name: 'weight',
  title: 'Weight of the pages',
  run: () =>
    Promise.resolve([
      ...weightOf('sign-in page', pageFiles(built), 110),
      ...weightOf('application as it starts', applicationFiles(built)),
    ]),
};

const weightOf = (label: string, files: readonly string[], atMost?: number): Figure[] => {
  const ofKind = (pattern: RegExp) =>
    files.filter(file => pattern.test(file)).reduce((sum, file) => sum + sizeOf(built, file), 0) / 1000;
  return [
    { label: `${label}: script`, ours: ofKind(/\.js$/), unit: 'kB', ...(atMost && { atMost }) },
    { label: `${label}: style`, ours: ofKind(/\.css$/), unit: 'kB' },
    { label: `${label}: typefaces that its styles name`, ours: ofKind(/\.woff2$/), unit: 'kB' },
    { label: `${label}: the page itself`, ours: sizeOf(built, PAGE) / 1000, unit: 'kB' },
  ];
};

const PAGE = 'index.html';

const pageFiles = (folder: string): string[] => [...filesOf(folder, readFileSync(join(folder, PAGE), 'utf8'))];

const applicationFiles = (folder: string): string[] => {
  const parts = readdirSync(join(folder, 'assets')).filter(name => /^application-.*\.(js|css)$/.test(name));
  if (parts.length === 0) throw new Error('the build has no application');
  const named = parts.map(name => `href="/assets/${name}"`).join(' ');
  return [...new Set([...pageFiles(folder), ...filesOf(folder, named)])];
};

export const listBytes = (folder: string): number =>
  [...applicationFiles(folder), PAGE].reduce((sum, file) => sum + sizeOf(folder, file), 0);

const filesOf = (folder: string, html: string): Set<string> => {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const isText = /\.(js|css)$/.test(file);
    const text = isText ? readFileSync(join(folder, file), 'utf8') : '';
    for (const [, imported] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      visit(`assets/${imported}`);
    for (const [, name] of text.matchAll(/url\(["']?(?:\/assets\/|\.\/)?([^"')]+\.woff2)/g)) visit(`assets/${name}`);
  };
  for (const [, file] of html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)) if (file) visit(file);
  return found;
};

const sizeOf = (folder: string, file: string): number => {
  const path = join(folder, file);
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  return file.endsWith('.woff2') ? statSync(path).size : brotliCompressSync(readFileSync(path)).length;
};
