import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { ServerDeps } from '../http/deps.ts';
import { drainTimes, prepareDrain } from '../http/draining.ts';
import { translateCommand } from '../translate.ts';
import { type CommandDeps, CommandError, type ExitCode, exitCodes, type Outcome } from './command.ts';
import { findServerCommand, type ServerCommandName } from './registry.ts';

/** Only the server's own user may open the socket, because whoever can open it is an administrator. */
const PRIVATE_UMASK = 0o177;
const MAX_BODY_BYTES = 2 ** 20;
/** The systems' limit for the path of a socket is 104 to 108 bytes. */
const MAX_PATH_BYTES = 100;

/**
 * The socket through which commands reach the server that holds a data directory: a file in it, or a named pipe on
 * Windows. Null if its path would be too long for the system.
 */
const getControlPath = (dataDir: string): string | null => {
  if (process.platform === 'win32')
    return String.raw`\\.\pipe\vitrina-${createHash('sha256').update(resolve(dataDir).toLowerCase()).digest('hex')}`;
  const path = join(resolve(dataDir), 'control.sock');
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? null : path;
};

/**
 * Lets commands reach the embedded database while the server holds it. Call it under the lock of the data directory,
 * since a socket that exists is then one that a killed server has left.
 * @returns a function that closes it, but lets commands in progress finish, for as long as requests
 */
export const serveControl = async (deps: ServerDeps, times = drainTimes): Promise<() => Promise<void>> => {
  const path = getControlPath(deps.config.dataDir);
  if (path === null) {
    deps.log.warn(translateCommand('start.pathTooLong'));
    return () => Promise.resolve();
  }
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer((call, response) => void answerCall(deps, call, response));
  const drain = prepareDrain(server, deps, { closeSockets: () => undefined, times });
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    // Binds at once, so that the socket never exists with other permissions.
    const umask = process.umask(PRIVATE_UMASK);
    server.listen(path, done);
    process.umask(umask);
  });
  return drain;
};

type Answer = { outcome: Outcome } | { failure: string; exitCode: ExitCode };

const answerCall = async (deps: ServerDeps, call: IncomingMessage, response: ServerResponse): Promise<void> => {
  const answer = await readCall(call)
    .then(({ command, input }) => executeCommand(deps, command, input))
    .then((outcome): Answer => ({ outcome }))
    .catch((error: unknown): Answer => {
      if (error instanceof CommandError) return { failure: error.message, exitCode: error.exitCode };
      deps.log.error('a command', error);
      return { failure: error instanceof Error ? error.message : String(error), exitCode: exitCodes.failed };
    });
  response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(answer));
};

const Call = z.object({ command: z.string(), input: z.record(z.string(), z.unknown()) });

const readCall = async (call: IncomingMessage): Promise<z.output<typeof Call>> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of call as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read to its end nevertheless, because leaving the loop would close the connection before the answer.
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BODY_BYTES) throw new CommandError(translateCommand('failures.callTooLarge'));
  return Call.parse(JSON.parse(Buffer.concat(chunks).toString()));
};

/** @throws {CommandError} when the command is unknown, as from a newer build, or its input is wrong */
export const executeCommand = (deps: CommandDeps, name: string, input: unknown): Promise<Outcome> => {
  const command = findServerCommand(name);
  const parsed = command?.input.safeParse(input);
  if (!command || !parsed?.success) throw new CommandError(translateCommand('failures.otherBuild', { command: name }));
  return command.run(deps, parsed.data);
};

/**
 * Has a running server execute a command.
 * @returns null when no server listens
 * @throws {CommandError}
 */
export const callServer = async (
  dataDir: string,
  command: ServerCommandName,
  input: unknown,
): Promise<Outcome | null> => {
  const path = getControlPath(dataDir);
  const body = path === null ? null : await sendCall(path, JSON.stringify({ command, input }));
  if (body === null) return null;
  const answer = JSON.parse(body) as Answer;
  if ('failure' in answer) throw new CommandError(answer.failure, answer.exitCode);
  return answer.outcome;
};

/** What the system answers when nobody listens, or nobody has since the socket was left. */
const ABSENT_CODES = new Set(['ENOENT', 'ECONNREFUSED']);
/** When the server ends before the answer. */
const CUT_CODES = new Set(['ECONNRESET', 'EPIPE']);

const sendCall = (socketPath: string, body: string): Promise<string | null> =>
  new Promise((done, reject) => {
    const call = request({ socketPath, method: 'POST', path: '/' }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(Buffer.concat(chunks).toString()));
      response.on('error', fail);
    });
    const fail = (error: NodeJS.ErrnoException): void => {
      if (ABSENT_CODES.has(error.code ?? '')) done(null);
      else if (CUT_CODES.has(error.code ?? '')) reject(new CommandError(translateCommand('failures.cutOff')));
      else if (error.code === 'EACCES') reject(new CommandError(translateCommand('failures.notOwner')));
      else reject(error);
    };
    call.on('error', fail);
    call.end(body);
  });
