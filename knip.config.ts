import type { KnipConfig } from 'knip';

/** Dead code: files nobody imports, exports nobody uses, packages nobody needs. */
const config: KnipConfig = {
  entry: [
    'server/{main,userCreate,jobs/importWorker}.ts',
    'server/jobs/importWorkerFromSource.mjs',
    'src/{main,public/{signIn,restore,resetPassword}}.ts',
    'scripts/bundle.ts',
    'resources/schema/ui/svgIcon.tsx',
    'bench/{run.ts,loopDelay.mjs}',
    'tests/types/*.test-d.ts',
    'tests/support/putOverTls.ts',
  ],
  project: ['{contract,i18n,providers,resources,src,server,tests,scripts,bench}/**/*.{ts,tsx,mjs,css}', '*.ts'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  // MUI's two inner packages are pinned so that react-admin takes the same version; the last stands for lodash in the build.
  ignoreDependencies: ['@mui/system', '@mui/utils', 'es-toolkit'],
  compilers: {
    css: text => [...text.matchAll(/@(import\s+"[^"]+")/g)].map(([, found]) => found).join('\n'),
  },
};

export default config;
