/** `npm run db:generate -- what_changes`: writes a migration of that name from the database to the schema. */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';

const askForName = async (): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('What does it change? (snake_case) ');
  terminal.close();
  return answer.trim();
};

const name = process.argv[2] ?? (process.stdin.isTTY ? await askForName() : '');
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('npm run db:generate -- <what_it_changes>, in snake_case: the name of the migration');
  process.exit(1);
}
const drizzleCommand = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', name];
process.exitCode = spawnSync(process.execPath, drizzleCommand, { stdio: 'inherit' }).status ?? 1;
