/** Starts server and client with one command, so that one Ctrl+C stops both. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { exitWithNpm } from './ensure.mjs';

const WEB_PORT = process.env['PORT'] ?? '3000';
const API_PORT = process.env['API_PORT'] ?? '3001';

const children: ChildProcess[] = [];
let isStopping = false;

const start = (name: string, args: readonly string[], env: Record<string, string>): void => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, FORCE_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => console.log(`${name.padEnd(6)} │ ${line}`));
  child.on('exit', code => {
    if (isStopping) return;
    process.exitCode = code ?? 1;
    stop();
  });
  children.push(child);
};

const stop = (): void => {
  isStopping = true;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
};
exitWithNpm();
process.once('SIGTERM', stop);
// The terminal sends Ctrl+C to the children as well; a second signal would cut the server's shutdown short.
process.once('SIGINT', () => {
  isStopping = true;
});

start('server', ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'], {
  PORT: API_PORT,
  DEMO: process.env['DEMO'] ?? '1',
  LOG_FORMAT: process.env['LOG_FORMAT'] ?? 'text',
});
start('web', ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', WEB_PORT, '--strictPort'], {
  API_ORIGIN: `http://127.0.0.1:${API_PORT}`,
});
