/** `npm run user:create`: makes an account, on a fresh clone as well. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, ensureNode, root } from './ensure.mjs';

process.chdir(root);
ensureNode();
ensureInstalled();
ensureBuilt();
await import(pathToFileURL(join(root, 'dist/server/user.js')).href);
