/** Fills `dist`: the web application beside the server. Called by `build.mjs` and `start.mjs`, which note what it was built from. */
import { build } from 'vite';
import { buildServer } from '#server/build.ts';

await Promise.all([build({ logLevel: 'warn' }), buildServer()]);
