import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageSecurity } from './scripts/pageSecurity.ts';
import { catalogueTexts, compileAtOnce, kitPage, precompressFiles, preloadApplication } from './scripts/webPlugins.ts';

/** Where the development server finds the API and the socket. */
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3001';

/** What every session begins with: the shell, and a list. */
const firstFile = /\/src\/content\.tsx$/;

/** What every page runs and others wrote: it changes least. */
const everywhere = /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//;

/** Fields, menus and dialogs, and what they are styled by. */
const controls =
  /\/node_modules\/(@mui\/(material|system|utils|styled-engine|private-theming)|@emotion|stylis|@popperjs|react-transition-group)\//;

export default defineConfig({
  plugins: [
    react(),
    pageSecurity(),
    catalogueTexts(),
    kitPage(),
    preloadApplication('/src/content.tsx'),
    compileAtOnce('application'),
    precompressFiles(),
  ],
  resolve: {
    dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom', '@tanstack/react-query'],
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Left to itself the bundler makes fifty small files, which wait for each other. A group takes what its modules
      // import with it: what the public pages run comes before the application, which they do without.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: everywhere, priority: 4 },
            { name: 'boot', test: /\/src\/boot\.ts$|vite\/preload-helper/, priority: 3 },
            { name: 'application', test: firstFile, priority: 2 },
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
