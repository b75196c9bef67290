/** `npm start`: installs and builds what is missing or changed, then serves everything on one port. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm, ensureBuilt, ensureInstalled, ensureNode, root } from './ensure.mjs';

process.chdir(root);
endWithNpm();
ensureNode();
ensureInstalled();
ensureBuilt();

const dataDir = resolve(process.env['DATA_DIR']?.trim() || 'data');
/** Stays when the very first start was cut short: the next one is a first start as well. */
const mark = join(dataDir, 'first-start');
try {
  if (!existsSync(dataDir)) mkdirSync(dataDir);
  const isFirstStart = readdirSync(dataDir).length === 0 || existsSync(mark);
  if (isFirstStart) process.env['DEMO'] ||= '1';
  if (isFirstStart) writeFileSync(mark, '');
} catch {
  // A folder deeper down is made by the server, which also says in a sentence what is wrong with it.
  process.env['DEMO'] ||= existsSync(dataDir) ? '0' : '1';
}

// In this very process: signals and the exit code need no passing on.
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
rmSync(mark, { force: true });
