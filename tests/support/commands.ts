import { runCommandLine } from '#server/commands/run.ts';

export interface CommandRun {
  code: number;
  out: string;
  error: string;
}

/** Runs a command line in this process. */
export const runCommand = async (
  environment: Record<string, string | undefined>,
  ...args: string[]
): Promise<CommandRun> => {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await runCommandLine(args, environment, {
    out: line => void out.push(line),
    error: line => void error.push(line),
  });
  return { code, out: out.join('\n'), error: error.join('\n') };
};
