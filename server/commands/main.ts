import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: line => void process.stdout.write(`${line}\n`),
  error: line => void process.stderr.write(`${line}\n`),
});
