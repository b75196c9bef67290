import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Ended {
  code: number | null;
  output: string;
}

/** The built product as its own process, because crashes and signals cannot be tested in the test's process. */
export interface Product {
  address: string;
  dataDir: string;
  /** Kills the process without a goodbye, and restarts it on the same data and port, so that open pages reconnect. */
  crash: () => Promise<void>;
  /** Kills the process without a goodbye, and keeps its data. */
  kill: () => Promise<void>;
  /**
   * Ends the process but keeps its data.
   * @returns the data directory
   */
  shutDown: () => Promise<string>;
  stop: () => Promise<void>;
  /** What it has printed, and its exit code, once it has ended by itself. */
  whenEnded: () => Promise<Ended>;
}

/**
 * Starts the built server on a free port, with the demonstration's data.
 * @param folder the project, or a copy of it, to start from
 * @throws when the process exits before it answers
 */
export const startProduct = async (environment: Record<string, string> = {}, folder = '.'): Promise<Product> => {
  const dataDir = environment['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'vitrina-e2e-'));
  const demoData = process.env['DEMO_DATA'];
  // The shared data is used only for the project itself, because a copy may have other tables, and only with the
  // embedded database.
  if (demoData && folder === '.' && !environment['DATABASE_URL'] && !environment['DATA_DIR'])
    cpSync(demoData, dataDir, { recursive: true });
  const run = (port: string) => start(folder, { ...environment, DATA_DIR: dataDir, PORT: port });
  let running = await run('0');
  const { address } = running;
  return {
    address,
    dataDir,
    crash: async () => {
      await end(running.child, 'SIGKILL');
      running = await run(new URL(address).port);
    },
    kill: () => end(running.child, 'SIGKILL'),
    shutDown: async () => {
      await end(running.child, 'SIGTERM');
      return dataDir;
    },
    stop: async () => {
      await end(running.child, 'SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    whenEnded: () => running.ended,
  };
};

const start = (
  folder: string,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; address: string; ended: Promise<Ended> }> => {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DEMO: '1', ...environment },
  });
  let output = '';
  const ended = new Promise<Ended>(resolve => child.on('close', code => resolve({ code, output })));
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address) resolve({ child, address, ended });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(({ code }) => reject(new Error(`the product ended with ${code}: ${output}`)));
  });
};

const end = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('close', () => resolve());
    child.kill(signal);
  });

/** An access token of a demonstration account, without a browser. */
export const signInByCall = async (address: string, email = 'admin@demo.local'): Promise<string> => {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo-demo' }),
  });
  const { result } = (await response.json()) as { result: { accessToken: { token: string } } };
  return result.accessToken.token;
};

/** The result of a GET with an access token or a feed key. */
export const resultOf = async <T>(address: string, token: string, path: string): Promise<T> => {
  const response = await fetch(`${address}/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await response.json()) as { result: T }).result;
};
