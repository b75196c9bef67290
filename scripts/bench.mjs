import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureChromium, ensureInstalled, ensureNode, root } from './ensure.mjs';

process.chdir(root);
ensureNode();
ensureInstalled();
ensureBuilt();
process.env['CHROMIUM'] = (await ensureChromium()) ?? '';

const words = ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1);
