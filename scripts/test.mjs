/** `npm test`: installs what is missing, including Chromium, runs every check, and ends with `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { ensureChromium, ensureInstalled, ensureNode, root } from './ensure.mjs';

ensureNode();
ensureInstalled();
const chromium = await ensureChromium();

const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/check.ts', '--browser'], {
  cwd: root,
  stdio: 'inherit',
  env: chromium ? { ...process.env, CHROMIUM: chromium } : process.env,
});
process.exitCode = status ?? 1;
