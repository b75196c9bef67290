import type { z } from 'zod';
import type { commands as messages } from '#i18n/ru/commands.ts';
import type { Config } from '../config.ts';
import type { ServerDeps } from '../http/deps.ts';

/** The exit codes of all commands. */
export const exitCodes = { done: 0, failed: 1, usage: 2, found: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command needs of a server; a running one has it, and without one the shell opens it. */
export type CommandDeps = Pick<
  ServerDeps,
  'config' | 'db' | 'databaseKind' | 'files' | 'realtime' | 'clock' | 'copyDatabase'
>;

export interface Outcome {
  /** Printed with `--json`. */
  result: unknown;
  /** Printed without it. */
  lines: readonly string[];
  exitCode?: ExitCode;
}

/** A failure that the operator can act on, shown as one sentence. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

type OptionName = keyof typeof messages.options;

interface CommandHead<S extends z.ZodObject> {
  about: keyof typeof messages.about;
  /** The properties of `input` that are given without a name, in this order. */
  positionals?: readonly (OptionName & keyof z.output<S>)[];
  /** The values of the command line. Booleans are flags, everything else is text. */
  input: S;
}

/** A command that a running server executes. */
export interface ServerCommand<S extends z.ZodObject = z.ZodObject> extends CommandHead<S> {
  run: (deps: CommandDeps, input: z.output<S>) => Promise<Outcome>;
  /**
   * Of a command that may create the embedded database, as for the first account of a new installation: checks the input
   * before it does.
   * @throws {CommandError}
   */
  beforeCreation?: (input: z.output<S>) => void;
}

/** Infers the input of `run`. */
export const serverCommand = <S extends z.ZodObject>(command: ServerCommand<S>): ServerCommand =>
  command as unknown as ServerCommand;

/** A command that this process executes, because it takes long or needs no running server. */
export interface ShellCommand<S extends z.ZodObject = z.ZodObject> extends CommandHead<S> {
  runHere: (config: Config, input: z.output<S>) => Promise<Outcome>;
}

export const shellCommand = <S extends z.ZodObject>(command: ShellCommand<S>): ShellCommand =>
  command as unknown as ShellCommand;

/** Aligns the columns of a table. */
export const formatTable = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
