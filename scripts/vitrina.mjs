/** `npm run vitrina -- <command>`: the operator's commands; works on a fresh clone too. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureCommandsBuilt, ensureInstalled, ensureNode, root } from './ensure.mjs';

process.chdir(root);
ensureNode();
ensureInstalled();
ensureCommandsBuilt();
await import(pathToFileURL(join(root, 'dist/server/vitrina.js')).href);
