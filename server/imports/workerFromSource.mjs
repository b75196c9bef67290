/** The import's thread where the server runs from its sources: a thread inherits no loader of TypeScript. */
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

/** Tests import hundreds of tables, so they bundle the thread's sources once for each run. */
const bundle = process.env['IMPORT_WORKER'];
if (!bundle) register();
await import(bundle ? pathToFileURL(bundle).href : './worker.ts');
