/**
 * Entry point of the import's thread when the server runs from its sources, because threads do not inherit a TypeScript
 * loader.
 */
import { pathToFileURL } from 'node:url';

/** Bundled once per test run, because tests import hundreds of tables. */
const bundle = process.env['IMPORT_WORKER'];
// Loaded only where it is needed, because it takes as long as the rest of the start.
if (!bundle) (await import('tsx/esm/api')).register();
await import(bundle ? pathToFileURL(bundle).href : './worker.ts');
