/** Run by `build.mjs` and `start.mjs` rather than by hand, because they record the sources of the build. */
import { build } from 'vite';
import { buildServer } from '#server/build.ts';

await Promise.all([build({ logLevel: 'warn' }), buildServer()]);
