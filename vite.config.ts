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
const firstModules = ['/src/mount.tsx', '/resources/list/ListScreen.tsx'];

/** The question before something unsaved is left would otherwise stand in the editor's file. */
const firstFile = [...firstModules, '/ui/LeaveDialog.tsx'];

/** What the first calls do without and the next do not: it comes with the rest, and is run later. */
const soonModules = ['/providers/http/client.ts'];

/** What the public pages and the start of the application run, with all that they import. */
const startingModules =
  /\/src\/afterLoading\.ts$|\/src\/public\/(page|form|texts|demo|preload)\.ts$|\/providers\/http\/staleBundle\.ts$|vite\/preload-helper/;

/** What the application starts with and others wrote: a file of its own, which a second thread reads and compiles. */
const firstLibraries = /\/node_modules\/(react-router|@tanstack)\//;

/** Fields, menus and dialogs, and what they are styled by: what the first screen does without. */
const controls =
  /\/node_modules\/(@mui\/(material|system|utils|styled-engine|private-theming)|@emotion|stylis|@popperjs|react-transition-group)\//;

export default defineConfig({
  plugins: [
    react(),
    pageSecurity(),
    publicPages(),
    pageParts(),
    catalogueTexts(),
    applicationFiles(...firstModules, ...soonModules),
    paintedAtOnce(),
    // Of the others most functions are not called at all by then, or ever: compiling those too takes longer.
    compiledAhead('application', 'editor'),
    precompressed(),
  ],
  define: { FIRST_LISTS: JSON.stringify(firstLists()) },
  resolve: {
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
            { name: 'application', test: id => firstFile.some(module => id.endsWith(module)), priority: 2 },
            { name: 'controls', test: controls, priority: 1 },
            // Otherwise a row that is clicked waits for two dozen small files.
            { name: 'editor', test: /\/resources\/form\/EditScreen\.tsx$/, priority: 0 },
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
