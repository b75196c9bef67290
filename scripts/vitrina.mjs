/** `npm run vitrina -- <command>`: the operator's commands; works on a fresh clone too. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, ensureNode, root } from './ensure.mjs';

process.chdir(root);
ensureNode();
ensureInstalled();
ensureBuilt();
await import(pathToFileURL(join(root, 'dist/server/vitrina.js')).href);
