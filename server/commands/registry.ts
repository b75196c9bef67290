import type { ServerCommand } from './command.ts';
import { databaseCopy } from './databaseCopy.ts';
import { doctor } from './doctor.ts';
import { jobsList, jobsShow } from './jobs.ts';
import { usersBlock, usersCreate, usersList, usersPassword, usersUnblock } from './users.ts';

/** Every command that a server executes, by what is typed. */
export const serverCommands = {
  'users list': usersList,
  'users create': usersCreate,
  'users password': usersPassword,
  'users block': usersBlock,
  'users unblock': usersUnblock,
  'jobs list': jobsList,
  'jobs show': jobsShow,
  doctor,
};

/** Steps of other commands, which nobody types. */
const steps = { 'database copy': databaseCopy };

const executable = { ...serverCommands, ...steps };
export type ServerCommandName = keyof typeof executable;

export const findServerCommand = (name: string): ServerCommand | undefined =>
  Object.hasOwn(executable, name) ? executable[name as ServerCommandName] : undefined;
