/**
 * Prepares what every script needs: Node, the packages, the build, a browser. Imports only Node's own modules, because
 * it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A change in any of these has to trigger a new build, or a stale one would be served. */
const BUILD_INPUTS = [
  'contract',
  'i18n',
  'providers',
  'resources',
  'ui',
  'src',
  'server',
  'public',
  'scripts/bundle.ts',
  'scripts/pageSecurity.ts',
  'scripts/webPlugins.ts',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const BUILD_VARIABLES = ['VITE_API_BASE', 'VITE_SOCKET_URL'];
const BUILD_STAMP = join(root, 'dist/stamp');

/**
 * Exits with a one-sentence error, because a stack trace helps nobody who has just cloned the project.
 * @param {string} sentence
 * @returns {never}
 */
const fail = sentence => {
  console.error(sentence);
  process.exit(1);
};

/**
 * @param {string} command
 * @param {string[]} args
 */
const run = (command, args) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

/** Exits when Node is too old, because npm itself only warns about that. */
export const ensureNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) fail(`Нужен Node 20.19 или новее, а этот — ${process.versions.node}`);
};

/**
 * Exits when the npm that started this process has exited. A signal to npm reaches only the intermediate shell, and the
 * server would live on and keep its port and its data directory.
 */
export const exitWithNpm = () => {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
};

/** @param {string} path */
const readJson = path => {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return null;
  }
};

/** Packages for other platforms may be absent, because npm records them in the lock file without installing them. */
const isInstalled = () => {
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!installed) return false;
  return Object.entries(readJson('package-lock.json')?.packages ?? {}).every(([path, wantedVersion]) => {
    if (path === '') return true;
    const installedPackage = installed[path];
    return installedPackage
      ? installedPackage.version === wantedVersion.version && installedPackage.integrity === wantedVersion.integrity
      : wantedVersion.optional;
  });
};

export const ensureInstalled = () => {
  if (isInstalled()) return;
  console.log('Устанавливаем пакеты…');
  // The compilers are development dependencies, which NODE_ENV=production would leave out.
  if (!run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']))
    fail('Пакеты не установились: причина — в сообщениях npm выше');
};

/**
 * @param {string} path
 * @returns {string[]}
 */
const listFiles = path => {
  if (!existsSync(join(root, path))) return [];
  try {
    return readdirSync(join(root, path)).flatMap(name => listFiles(`${path}/${name}`));
  } catch {
    return [path];
  }
};

/** The stamp of a build: what it was made from, and then the variables that it was made with. */
export const buildHash = () => `${hashSources()} ${hashVariables()}`;

const hashVariables = () => {
  const hash = createHash('sha256');
  for (const name of BUILD_VARIABLES) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
};

const hashSources = () => {
  const hash = createHash('sha256');
  for (const file of BUILD_INPUTS.flatMap(listFiles).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
};

export const ensureBuilt = () => {
  const hash = buildHash();
  if (readStamp() !== hash) build(hash);
};

/**
 * For commands, which are the same with other variables: a shell without those of the build must not replace the pages
 * of a running server.
 */
export const ensureCommandsBuilt = () => {
  if (!isBuiltFrom(readStamp())) build();
};

/** @param {string} stamp */
export const isBuiltFrom = stamp => stamp.split(' ')[0] === hashSources();

const readStamp = () => (existsSync(BUILD_STAMP) ? readFileSync(BUILD_STAMP, 'utf8') : '');

export const build = (hash = buildHash()) => {
  rmSync(BUILD_STAMP, { force: true });
  console.log('Собираем…');
  if (!run(process.execPath, ['--import', 'tsx', 'scripts/bundle.ts'])) fail('Сборка не удалась: причина — выше');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(BUILD_STAMP, hash);
};

/** @param {string} browser */
const canRun = browser => spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** The same engine without a browser's own windows: tests take a third less processor time with it. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const CHROMIUM_NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Starts each candidate once, because an installed browser may be a stub, such as Ubuntu's `chromium-browser`. */
const findInstalledChromium = () =>
  [
    process.env['CHROMIUM'],
    ...CHROMIUM_NAMES.flatMap(name => (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find(path => path && existsSync(path) && canRun(path));

const findDownloadedChromium = async () => {
  const { chromium } = await import('playwright-core');
  return [chromium.executablePath()].find(canRun);
};

/**
 * Finds a Chromium for the browser tests: an installed one, else Debian's package, else Playwright's download.
 * @returns {Promise<string | undefined>} its path
 */
export const ensureChromium = async () => {
  const chromiumPath = findInstalledChromium() ?? (await findDownloadedChromium());
  if (chromiumPath) return chromiumPath;
  console.log('Устанавливаем Chromium…');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/etc/debian_version')) {
    process.env['DEBIAN_FRONTEND'] = 'noninteractive';
    const install = (/** @type {string} */ name) =>
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name]);
    // Older releases have no package of the shell.
    if (run('apt-get', ['update', '-q']) && [HEADLESS_SHELL, 'chromium'].some(install)) {
      const packaged = findInstalledChromium();
      if (packaged) return packaged;
    }
  }
  run('npx', ['playwright-core', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  return findDownloadedChromium();
};
