import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { commands as messages } from '#i18n/ru/commands.ts';
import { readConfig, StartupError } from '../config.ts';
import { translateCommand } from '../translate.ts';
import { backup, restore, verify } from './backup.ts';
import { CommandError, type ExitCode, exitCodes, type Outcome } from './command.ts';
import { execute } from './connect.ts';
import { filesAccept } from './files.ts';
import { serverCommands } from './registry.ts';
import { secretsAccept } from './secrets.ts';

interface Output {
  out: (line: string) => void;
  error: (line: string) => void;
}

const commands = {
  ...serverCommands,
  backup,
  verify,
  restore,
  'secrets accept': secretsAccept,
  'files accept': filesAccept,
};
type CommandName = keyof typeof commands;
const commandNames = Object.keys(commands) as CommandName[];

const sharedOptions = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

/** Runs a command line such as `users block anna@example.ru`. Never rejects. @returns the exit code */
export const runCommandLine = async (
  args: readonly string[],
  environment: Record<string, string | undefined>,
  { out, error }: Output,
): Promise<ExitCode> => {
  const isJson = args.includes('--json');
  try {
    const { result, lines, exitCode = exitCodes.done } = await interpret(args, environment);
    for (const line of isJson ? [JSON.stringify(result)] : lines) out(line);
    return exitCode;
  } catch (failure) {
    const isExpected = failure instanceof CommandError || failure instanceof StartupError;
    if (isJson) out(JSON.stringify({ error: failure instanceof Error ? failure.message : String(failure) }));
    else error(isExpected ? failure.message : String(failure instanceof Error ? failure.stack : failure));
    return failure instanceof CommandError ? failure.exitCode : exitCodes.failed;
  }
};

const interpret = async (
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<Outcome> => {
  const words = readWords(args);
  const name = commandNames.find(candidate => candidate.split(' ').every((word, index) => words[index] === word));
  if (!name) return explainGroup(words[0], args);
  const command = commands[name];
  if (args.includes('--help')) return toText(describeCommand(name));
  const input = command.input.safeParse(readInput(name, args));
  if (!input.success) {
    const faulty = String(input.error.issues[0]?.path[0] ?? '');
    throw createUsageError(name, translateCommand('failures.badOption', { option: formatOption(name, faulty) }));
  }
  const config = readConfig({ ...environment, DEMO: '0' });
  if ('runHere' in command) return command.runHere(config, input.data);
  return execute(config, name as keyof typeof serverCommands, input.data);
};

/** `users` or nothing at all: the commands that begin like this. A wrong word is wrong usage. */
const explainGroup = (word: string | undefined, args: readonly string[]): Outcome => {
  const names = commandNames.filter(name => word === undefined || name.split(' ')[0] === word);
  if (names.length === 0)
    throw new CommandError(
      [translateCommand('failures.unknown', { command: String(word) }), ...listCommands(commandNames)].join('\n'),
      exitCodes.usage,
    );
  const isAsked = args.includes('--help') || args.length === 0;
  const lines = [...listCommands(names), '', translateCommand('exitCodes')];
  return { ...toText(lines), exitCode: isAsked ? exitCodes.done : exitCodes.usage };
};

const toText = (lines: readonly string[]): Outcome => ({ result: lines, lines });

const listCommands = (names: readonly CommandName[]): string[] =>
  names.flatMap(name => [`  ${synopsis(name)}`, `      ${translateCommand(`about.${commands[name].about}`)}`]);

const synopsis = (name: CommandName): string =>
  ['npm run vitrina --', name, ...(commands[name].positionals ?? []).map(positional => `<${positional}>`)].join(' ');

type OptionName = keyof typeof messages.options;

const listOptions = (name: CommandName): OptionName[] => {
  const { input, positionals = [] } = commands[name];
  return (Object.keys(input.shape) as OptionName[]).filter(
    option => !(positionals as readonly string[]).includes(option),
  );
};

const isFlag = (name: CommandName, option: string): boolean => {
  const schema = commands[name].input.shape[option];
  return schema instanceof z.ZodDefault && schema.unwrap() instanceof z.ZodBoolean;
};

const formatOption = (name: CommandName, option: string): string =>
  (commands[name].positionals as readonly string[] | undefined)?.includes(option) ? `<${option}>` : `--${option}`;

const describeCommand = (name: CommandName): string[] => {
  const { about, positionals = [] } = commands[name];
  const described: [string, string][] = [
    ...positionals.map((option): [string, string] => [
      `<${option}>`,
      translateCommand(`options.${option as OptionName}`),
    ]),
    ...listOptions(name).map((option): [string, string] => [`--${option}`, translateCommand(`options.${option}`)]),
    ['--json', translateCommand('options.json')],
  ];
  const width = Math.max(...described.map(([option]) => option.length));
  return [
    synopsis(name),
    translateCommand(`about.${about}`),
    '',
    ...described.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`),
    '',
    translateCommand('exitCodes'),
  ];
};

const createUsageError = (name: CommandName, sentence: string): CommandError =>
  new CommandError([sentence, ...describeCommand(name)].join('\n'), exitCodes.usage);

type OptionTypes = Readonly<Record<string, { type: 'boolean' | 'string' }>>;

const getOptionTypes = (name: CommandName): OptionTypes => ({
  ...Object.fromEntries(
    listOptions(name).map(option => [option, { type: isFlag(name, option) ? 'boolean' : 'string' } as const]),
  ),
  ...sharedOptions,
});

/** Not strict, because its errors are English. */
const parse = (args: readonly string[], options: OptionTypes) =>
  parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true });

/** The words without options and their values, of whatever command: which one it is, only the words tell. */
const readWords = (args: readonly string[]): readonly string[] =>
  parse(args, Object.assign({}, ...commandNames.map(getOptionTypes)) as OptionTypes).positionals;

/** @throws {CommandError} for an unknown option, one without its value, or too many words */
const readInput = (name: CommandName, args: readonly string[]): Record<string, unknown> => {
  const options = getOptionTypes(name);
  const { values, positionals, tokens } = parse(args, options);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name: option, rawName, value, inlineValue: isInline } = token;
    const type = Object.hasOwn(options, option) ? options[option]?.type : undefined;
    if (!type) throw createUsageError(name, translateCommand('failures.unknownOption', { option: rawName }));
    const isWhole = type === 'boolean' ? value === undefined : value !== undefined && (isInline || value[0] !== '-');
    if (!isWhole) throw createUsageError(name, translateCommand('failures.badOption', { option: rawName }));
  }
  const { positionals: names = [] } = commands[name];
  const words = positionals.slice(name.split(' ').length);
  const extra = words[names.length];
  if (extra !== undefined) throw createUsageError(name, translateCommand('failures.extraWord', { word: extra }));
  return { ...values, ...Object.fromEntries(words.map((word, index) => [names[index], word])) };
};
