import { pino, stdTimeFunctions } from 'pino';
import { describeError, type ErrorDescription } from './describeError.ts';
import { getWorkContext } from './workContext.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
type LogText = (text: string, fields?: LogFields) => void;

/**
 * The operator's log. Each line also has the request that caused it (`workContext.ts`). Texts and fields must not contain
 * secrets; those of errors are removed.
 */
export interface Log {
  debug: LogText;
  info: LogText;
  warn: LogText;
  error: (text: string, error: unknown) => void;
}

interface LogEntry {
  time: string;
  level: LogLevel;
  message: string;
  error?: ErrorDescription;
  [field: string]: unknown;
}

interface LogOptions {
  format: LogFormat;
  level: LogLevel;
  /** Receives whole lines. */
  write: (lines: string) => void;
}

/** @returns what writes to standard output. A line that a full disk does not take is lost, which must end no server. */
export const openStandardOutput = (): LogOptions['write'] => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Nobody reads any more, as when a terminal or the process that keeps the log is gone.
    if (error.code === 'EPIPE') throw error;
  });
  return lines => void process.stdout.write(lines);
};

export const createLog = ({ format, level, write }: LogOptions): Log => {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: name => ({ level: name }) },
      mixin: getContextFields,
    },
    { write: format === 'json' ? write : line => write(`${formatText(JSON.parse(line) as LogEntry)}\n`) },
  );
  return {
    debug: (text, fields = {}) => logger.debug(fields, text),
    info: (text, fields = {}) => logger.info(fields, text),
    warn: (text, fields = {}) => logger.warn(fields, text),
    error: (text, error) => logger.error({ error: describeError(error) }, text),
  };
};

const getContextFields = () => {
  const { request, span } = getWorkContext();
  // The name that tools look for, which find the lines of a trace by it.
  const traceFields = span && { trace_id: span.traceId };
  if (!request) return { ...traceFields };
  const { id, method, path, userId, actorId } = request;
  return { requestId: id, ...traceFields, userId, actorId, method, path };
};

/** One line for people, with what they look for first, and the error below it. */
const formatText = ({ time, level, message, error, method, path, status, durationMs, ...rest }: LogEntry): string => {
  const clock = new Date(time).toTimeString().slice(0, 8);
  const duration = durationMs === undefined ? undefined : `${durationMs} ms`;
  const words = [clock, level === 'info' ? '' : level.toUpperCase(), message, method, path, status, duration];
  const fields = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`));
  const line = [...words, ...fields].filter(Boolean).join(' ');
  return [line, ...(error ? listErrorLines(error) : [])].map(removeControlCharacters).join('\n  ');
};

const listErrorLines = ({ type, message, stack, cause }: ErrorDescription): string[] => [
  ...(stack ?? `${type}: ${message}`).split('\n'),
  ...(cause ? listErrorLines(cause).map((line, index) => (index === 0 ? `cause: ${line}` : line)) : []),
];

/** They could move the cursor of a terminal, and a path or an error may contain any. Line feeds are our own. */
const removeControlCharacters = (line: string): string => line.replace(/[^\P{Cc}\n]/gu, '');
