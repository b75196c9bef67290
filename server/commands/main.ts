import { runCommandLine } from './run.ts';

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', () => process.exit());

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: line => void process.stdout.write(`${line}\n`),
  error: line => void process.stderr.write(`${line}\n`),
});
