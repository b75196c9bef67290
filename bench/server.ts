import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

/** The built server in its own process, so that its memory and processor time can be measured separately. */
export interface Server {
  origin: string;
  startedIn: number;
  memory: () => number;
  peakMemory: () => number;
  forgetPeak: () => void;
  /** Processor time of all threads so far, in ms; unlike elapsed time it hardly depends on the load of the machine. */
  processorTime: () => number;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  env?: Record<string, string>;
  command?: readonly [program: string, ...args: string[]];
  port?: number;
}

const builtServer = [process.execPath, 'dist/server/main.js'] as const;

/** Starts the server with demonstration data and waits for its first answer. @throws when it exits or stays silent */
export const startServer = async ({
  dataDir,
  databaseUrl = '',
  env: more = {},
  command = builtServer,
  port: wantedPort,
}: StartOptions): Promise<Server> => {
  const port = wantedPort ?? (await freePort());
  const startedAt = performance.now();
  const [program, ...args] = command;
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  // Turns off the rate limit, because one user calls as fast as the server answers.
  const unlimited = { CALLS_PER_SECOND: '0' };
  const child = spawn(program, args, {
    env: { ...env, ...unlimited, DEMO: '1', ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', chunk => (stderr += chunk));
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isAnswering(`${origin}/api/health`))) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${stderr}`);
    if (performance.now() - startedAt > 120_000) throw new Error('the server did not answer within two minutes');
    await sleep(5);
  }
  const pid = child.pid ?? 0;
  return {
    origin,
    startedIn: performance.now() - startedAt,
    memory: () => memoryOf(pid, 'VmRSS'),
    peakMemory: () => memoryOf(pid, 'VmHWM'),
    processorTime: () => processorTimeOf(pid),
    forgetPeak: () => {
      if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export interface Download {
  bytes: Uint8Array;
  isCompressed: boolean;
}

export interface Client {
  get: (path: string) => Promise<unknown>;
  put: (path: string, body: unknown) => Promise<unknown>;
  post: (path: string, body: unknown) => Promise<unknown>;
  remove: (path: string, body: unknown) => Promise<unknown>;
  /** Downloads a file and discards it. */
  /** @returns the file as it was sent, which is compressed unless its format is */
  download: (path: string) => Promise<Download>;
  upload: (name: string, bytes: Uint8Array) => Promise<{ status: number; result: unknown; message: unknown }>;
  /** Uploads a table for its preview. */
  prepare: (name: string, bytes: Uint8Array) => Promise<{ id: number }>;
  /** Uploads a table, waits until its preview has counted all rows, and removes it. @returns the status of the upload */
  look: (name: string, bytes: Uint8Array) => Promise<number>;
}

export const UPLOADS = '/products/import/nomenclature/prepared';
/** Interval between requests for the progress of a preview, in ms. */
const POLL_MS = 20;

interface PreparedState {
  id: number;
  progress: number;
}

export const signIn = async ({ origin }: Pick<Server, 'origin'>, email = 'admin@demo.local'): Promise<Client> => {
  const body = JSON.stringify({ email, password: 'demo-demo' });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
  const { result } = (await response.json()) as { result: { accessToken: { token: string } | string } };
  const token = typeof result.accessToken === 'string' ? result.accessToken : result.accessToken.token;
  const authorized = { Authorization: `Bearer ${token}` };
  const call = (method: 'PUT' | 'POST' | 'DELETE', path: string, body: unknown): Promise<unknown> =>
    send(`${origin}/api${path}`, { ...headers, ...authorized }, method, JSON.stringify(body));
  const sendTable = (path: string, name: string, bytes: Uint8Array): Promise<Response> => {
    const form = new FormData();
    form.append('table', new File([bytes as Uint8Array<ArrayBuffer>], name));
    return fetch(`${origin}/api${path}`, { method: 'POST', headers: authorized, body: form });
  };
  return {
    get: path => send(`${origin}/api${path}`, authorized),
    put: (path, sent) => call('PUT', path, sent),
    post: (path, sent) => call('POST', path, sent),
    remove: (path, sent) => call('DELETE', path, sent),
    download: async path => {
      const options = { agent: connections, headers: { ...authorized, 'Accept-Encoding': 'gzip' } };
      const [response] = (await once(request(`${origin}/api${path}`, options).end(), 'response')) as [IncomingMessage];
      const bytes = await buffer(response);
      if (response.statusCode !== 200 || bytes.length === 0) throw new Error(`GET ${path}: ${response.statusCode}`);
      return { bytes, isCompressed: response.headers['content-encoding'] === 'gzip' };
    },
    upload: async (name, bytes) => {
      const response = await sendTable('/products/import/nomenclature', name, bytes);
      const { result, message } = (await response.json()) as { result?: unknown; message?: unknown };
      return { status: response.status, result, message };
    },
    prepare: async (name, bytes) => {
      const response = await sendTable(UPLOADS, name, bytes);
      const { result, message } = (await response.json()) as { result: { id: number }; message: string };
      if (response.status !== 200) throw new Error(`${name} was answered with ${response.status} ${message}`);
      return result;
    },
    look: async (name, bytes) => {
      const response = await sendTable(UPLOADS, name, bytes);
      const { result } = (await response.json()) as { result?: PreparedState };
      if (response.status !== 200 || !result) return response.status;
      const path = `${UPLOADS}/${result.id}`;
      let { progress } = result;
      while (progress < 100) {
        await sleep(POLL_MS);
        ({ progress } = (await send(`${origin}/api${path}`, authorized)) as PreparedState);
      }
      await call('DELETE', path, {});
      return response.status;
    },
  };
};

const connections = new Agent({ keepAlive: true });

/**
 * Reads a compressed `result`, as browsers do. Not with `fetch`, because in Node it takes longer to unpack an answer
 * than the server takes to produce it.
 */
const send = async (url: string, headers: Record<string, string>, method = 'GET', body?: string): Promise<unknown> => {
  // Set explicitly, because Node does not announce the body of a DELETE request.
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const options = { method, agent: connections, headers: { ...headers, ...length, 'Accept-Encoding': 'gzip' } };
  const [response] = (await once(request(url, options).end(body), 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  const envelope = JSON.parse(text) as { result: unknown; message: string };
  if (response.statusCode !== 200) throw new Error(`${method} ${url}: ${response.statusCode} ${envelope.message}`);
  return envelope.result;
};

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    async response => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** In MB, from /proc (proc(5)); NaN on systems other than Linux, where that does not exist. */
const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  try {
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
};

/** User and system time: the 14th and 15th field, in hundredths of a second (proc(5)). */
const processorTimeOf = (pid: number): number => {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(afterName[11]) + Number(afterName[12])) * 10;
  } catch {
    return Number.NaN;
  }
};
