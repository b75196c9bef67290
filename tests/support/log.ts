import { createLog, type Log, type LogFormat, type LogLevel } from '#server/log.ts';

const ignore = (): void => undefined;

/** A log that ignores everything but what is given. */
export const createTestLog = (parts: Partial<Log> = {}): Log => ({
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  ...parts,
});

export interface RecordedLog {
  log: Log;
  /** What was written, line by line. */
  lines: string[];
  /** The same, parsed. */
  entries: () => Record<string, unknown>[];
}

/** The log as it is in the product, kept instead of printed. */
export const recordLog = (level: LogLevel = 'debug', format: LogFormat = 'json'): RecordedLog => {
  const lines: string[] = [];
  const log = createLog({ format, level, write: text => void lines.push(text) });
  return { log, lines, entries: () => lines.map(line => JSON.parse(line) as Record<string, unknown>) };
};
