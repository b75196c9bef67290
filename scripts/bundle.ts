/**
 * Builds the web application and the server into `dist`. Run by `build.mjs` and `start.mjs`, which record the sources
 * of the build.
 */
import { build } from 'vite';
import { buildServer } from '#server/build.ts';

await Promise.all([build({ logLevel: 'warn' }), buildServer()]);
