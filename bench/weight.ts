import { existsSync, readFileSync, statSync } from 'node:fs';
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
      ...weightOf('sign-in page', 'sign-in.html', 70),
      ...weightOf('application as it starts', 'index.html'),
    ]),
};

const weightOf = (what: string, page: string, atMost?: number, folder = built): Figure[] => {
  const files = [...filesOf(folder, readFileSync(join(folder, page), 'utf8'))];
  const ofKind = (pattern: RegExp) =>
    files.filter(file => pattern.test(file)).reduce((sum, file) => sum + sizeOf(folder, file), 0) / 1000;
  return [
    { what: `${what}: script and style`, ours: ofKind(/\.(js|css)$/), unit: 'kB', ...(atMost && { atMost }) },
    { what: `${what}: typefaces that its styles name`, ours: ofKind(/\.woff2$/), unit: 'kB' },
    { what: `${what}: the page itself`, ours: sizeOf(folder, page) / 1000, unit: 'kB' },
  ];
};

/** Bytes that the first list loads from the build in `folder`: lists are part of the application's first files. */
export const listBytes = (folder: string): number => {
  const files = [...filesOf(folder, readFileSync(join(folder, 'index.html'), 'utf8')), 'index.html'];
  if (!files.some(file => /\/application-[^/]+\.js$/.test(file))) throw new Error('the page names no application');
  return files.reduce((sum, file) => sum + sizeOf(folder, file), 0);
};

/** Scripts and styles of a page, everything they import statically, and the fonts of the styles. */
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
