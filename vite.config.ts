import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageSecurity } from './scripts/pageSecurity.ts';
import {
  applicationFiles,
  catalogueTexts,
  pageParts,
  paintedAtOnce,
  precompressed,
  publicPages,
} from './scripts/webPlugins.ts';

/** Where the development server finds the API and the socket. */
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3001';

/** What most visits begin with: the shell, and the list of products. */
const firstModules = ['/src/mount.tsx', '/resources/schema/list/ListScreen.tsx'];

export default defineConfig({
  plugins: [
    react(),
    pageSecurity(),
    publicPages(),
    pageParts(),
    catalogueTexts(),
    applicationFiles(...firstModules),
    paintedAtOnce(),
    precompressed(),
  ],
  resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom', '@tanstack/react-query'] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The application's pages and the public ones share no document: §2, sign-in loads neither react-admin nor React.
    rolldownOptions: {
      input: ['index.html', 'sign-in.html', 'restore.html', 'reset-password.html'],
      // Left to itself the bundler puts what both kinds of pages share beside React, and the public pages load that.
      output: {
        codeSplitting: {
          groups: [
            { name: 'preload', test: /vite\/preload-helper/ },
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
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
