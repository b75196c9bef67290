import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLists } from './contract/firstLists.ts';
import { pageSecurity } from './scripts/pageSecurity.ts';
import {
  applicationFiles,
  catalogueTexts,
  compiledAhead,
  pageParts,
  paintedAtOnce,
  precompressed,
  publicPages,
} from './scripts/webPlugins.ts';

/** Where the development server finds the API and the socket. */
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3001';

/** What most visits begin with: the shell, and the list of products. */
const firstModules = ['/src/mount.tsx', '/resources/schema/list/ListScreen.tsx'];

/** What the public pages and the start of the application run, with all that they import. */
const startingModules =
  /\/src\/public\/(page|form|texts|demo|preload)\.ts$|\/providers\/newBuild\.ts$|vite\/preload-helper/;

/** What the application starts with and others wrote: a file of its own, which a second thread reads and compiles. */
const firstLibraries = /\/node_modules\/(axios|react-router|@tanstack|@emotion|stylis|@mui\/(system|utils))\//;

export default defineConfig({
  plugins: [
    react(),
    pageSecurity(),
    publicPages(),
    pageParts(),
    catalogueTexts(),
    applicationFiles(...firstModules),
    paintedAtOnce(),
    compiledAhead('public', 'react', 'libraries', 'application', 'controls', 'editor'),
    precompressed(),
  ],
  define: { FIRST_LISTS: JSON.stringify(firstLists()) },
  resolve: {
    // What react-admin takes of lodash, from its successor: smaller, and it throws nothing while it is loaded.
    alias: [{ find: /^lodash\/(\w+)\.js$/, replacement: 'es-toolkit/compat/$1' }],
    dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom', '@tanstack/react-query'],
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The application's pages and the public ones share no document: §2, sign-in loads neither react-admin nor React.
    rolldownOptions: {
      input: ['index.html', 'sign-in.html', 'restore.html', 'reset-password.html'],
      // Left to itself the bundler makes fifty small files, which wait for each other; and it puts what both kinds of
      // pages share beside React, which the public pages would load then.
      output: {
        codeSplitting: {
          groups: [
            // What the pages run before the application: it must load where the application does not.
            { name: 'public', test: startingModules, priority: 4 },
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'libraries', test: firstLibraries, priority: 2.5 },
            { name: 'application', test: id => firstModules.some(module => id.endsWith(module)), priority: 2 },
            // Fields, menus and dialogs: what the first screen does without.
            { name: 'controls', test: /\/node_modules\/(@mui|@popperjs|react-transition-group)\//, priority: 1 },
            // Otherwise a row that is clicked waits for two dozen small files.
            { name: 'editor', test: /\/resources\/schema\/edit\/EditScreen\.tsx$/, priority: 0 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
  },
});
