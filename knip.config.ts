import type { KnipConfig } from 'knip';

/** Dead code: files nobody imports, exports nobody uses, packages nobody needs. */
const config: KnipConfig = {
  entry: [
    'server/{main,commands/main,imports/worker}.ts',
    'server/imports/workerFromSource.mjs',
    'scripts/bundle.ts',
    'scripts/figures.ts',
    'ui/dev/kit.tsx',
    'bench/{run.ts,loopDelay.mjs,clockJump.mjs}',
    'tests/types/*.test-d.ts',
    'tests/support/putOverTls.ts',
    'tests/support/stock/*.tsx',
  ],
  project: ['{contract,i18n,providers,ui,resources,src,server,tests,scripts,bench}/**/*.{ts,tsx,mjs,css}', '*.ts'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Programs of Linux, with which the bench fills a disk.
  ignoreBinaries: ['mount', 'umount'],
  // MUI's inner package is pinned so that react-admin takes the same version.
  ignoreDependencies: ['@mui/system'],
  compilers: {
    css: text => [...text.matchAll(/@(import\s+"[^"]+")/g)].map(([, found]) => found).join('\n'),
  },
};

export default config;
