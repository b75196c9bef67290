import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A database to start from, made once for each run. */
const globalSetup = ['tests/support/server.global.ts'];

const inBrowser = {
  environment: 'node',
  testTimeout: 600_000,
  hookTimeout: 600_000,
  globalSetup: ['tests/support/demo.global.ts'],
  setupFiles: ['tests/support/browser.setup.ts'],
};

/** Tests of the built product in which something has to happen within so many seconds. */
const timed = ['reconnect', 'refresh', 'roles', 'signIn', 'start'].map(name => `tests/e2e/${name}.test.ts`);

/** Files that take minutes. One that starts last keeps a single core busy while the others idle. */
const LONG = [
  'e2e/everyScreen',
  'e2e/everyScreenLoading',
  'e2e/everyScreenStates',
  'e2e/routes',
  'e2e/kills',
  'e2e/live',
  'e2e/guides',
  'e2e/look',
  'contract/collections',
  'contract/bulk',
  'spec/guards',
  'spec/bulk',
  'spec/faultyScreens',
  'spec/attributes',
  'spec/everyEditor',
  'spec/kept',
];
const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONG.some(name => moduleId.includes(`/tests/${name}.test`));

/**
 * Files of one project stay together, as they are sorted: a worker that gets a file of another project is replaced, and
 * the new one loads the application and starts its databases again.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap(project => {
      const own = sorted.filter(file => file.project === project);
      return [...own.filter(isLong), ...own.filter(file => !isLong(file))];
    });
  }
}

/**
 * `node`: server and pure code · `dom`: screens in jsdom · `e2e`: the built product in a real browser · `timed`: the
 * same, one at a time.
 */
export default defineConfig({
  resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom', '@tanstack/react-query'] },
  test: {
    // Limits only end what hangs and say nothing about speed, so that a busy machine fails no test. What is about speed
    // measures it itself, in `timed`.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Screens and servers wait for each other a quarter of the time, so half as many workers again keep every core busy.
    // Not '150%', which vitest limits to the number of cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongFirst },
    expect: { poll: { timeout: 30_000 } },
    // Workers wait while modules are transformed: five seconds of processor time for a single screen test.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
    server: { deps: { inline: [/ra-core/, /react-admin/, /ra-ui-materialui/, /react-router/, /ra-i18n/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/{spec,contract}/**/*.test.ts'],
          environment: 'node',
          globalSetup,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['tests/spec/**/*.test.tsx'],
          environment: './tests/support/screen.environment.ts',
          setupFiles: ['tests/support/screen.setup.ts'],
          globalSetup,
          // The application is loaded once for each thread, not once for each file.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...inBrowser, name: 'e2e', include: ['tests/e2e/**/*.test.ts'], exclude: timed },
      },
      {
        extends: true,
        test: { ...inBrowser, name: 'timed', include: timed },
      },
    ],
  },
});
