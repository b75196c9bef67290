/**
 * Entry point of the import's thread when the server runs from its sources, because threads do not inherit a TypeScript
 * loader.
 */
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

/** Bundled once per test run, because tests import hundreds of tables. */
const bundle = process.env['IMPORT_WORKER'];
if (!bundle) register();
await import(bundle ? pathToFileURL(bundle).href : './worker.ts');
