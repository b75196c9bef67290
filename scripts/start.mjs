import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, ensureNode, exitWithNpm, root } from './ensure.mjs';

process.chdir(root);
exitWithNpm();
ensureNode();
ensureInstalled();
ensureBuilt();

const dataDir = resolve(process.env['DATA_DIR']?.trim() || 'data');
/** Left behind when the first start is interrupted, so that the next one still counts as the first. */
const firstStartMarker = join(dataDir, 'first-start');
try {
  if (!existsSync(dataDir)) mkdirSync(dataDir);
  const isFirstStart = readdirSync(dataDir).length === 0 || existsSync(firstStartMarker);
  if (isFirstStart) process.env['DEMO'] ||= '1';
  if (isFirstStart) writeFileSync(firstStartMarker, '');
} catch {
  // The server creates deeper folders itself and reports clearly when it cannot.
  process.env['DEMO'] ||= existsSync(dataDir) ? '0' : '1';
}

// For people, wherever the output goes: what they need first is the address and the accounts.
process.env['LOG_FORMAT'] ||= 'text';

// The server runs in the same process, so that signals and the exit code need no forwarding.
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
rmSync(firstStartMarker, { force: true });
