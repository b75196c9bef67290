import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureChromium, ensureInstalled, ensureNode, root } from './ensure.mjs';

process.chdir(root);
ensureNode();
ensureInstalled();
ensureBuilt();
process.env['CHROMIUM'] = (await ensureChromium()) ?? '';

const benchArgs = ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, benchArgs, { stdio: 'inherit' }).status ?? 1);
