import type { Translation } from '../messages.ts';
import type { commands as russian } from '../ru/commands.ts';

export const commands: Translation<typeof russian> = {
  about: {
    usersList: 'Lists the accounts: number, e-mail address, name, role, status, last sign-in.',
    usersCreate: 'Creates an account and shows its password once.',
    usersPassword: 'Sets a new password, shows it once, and ends the sessions of the user.',
    usersBlock: 'Blocks an account and ends its sessions.',
    usersUnblock: 'Unblocks an account.',
    jobsList: 'Lists the jobs (imports, media deliveries, publications), latest first.',
    jobsShow: 'Shows a job and the end of its log.',
    backup:
      'Makes a complete backup (database, files, secrets) in a new folder while the server runs, and verifies it.',
    verify:
      'Verifies a backup: restores its database into a temporary one and compares the sums of all tables and files.',
    restore: 'Restores a backup into an empty database and an empty store of files, and compares the sums.',
    doctor:
      'Checks the data: links, counts, files without rows and rows without files; repairs what it can with --repair.',
    secretsAccept: 'Makes the database accept new secrets instead of lost ones; keys of cafes have to be issued again.',
  },
  options: {
    email: 'e-mail address',
    'first-name': 'first name',
    'last-name': 'last name',
    role: 'role, if not admin',
    id: 'number of the job',
    active: 'only those in progress',
    limit: 'how many lines to show, if not 20',
    json: 'the answer as one line of JSON',
    folder: 'folder of the backup, preferably an absolute path',
    'skip-check': 'do not verify the backup',
    repair: 'repair what needs no decision',
  },
  exitCodes: 'Exit code: 0 done, 1 not possible, 2 mistake in the command, 3 a check has found something.',
  statuses: { active: 'active', blocked: 'blocked' },
  jobKinds: { import: 'import', sending: 'media to cafes', publication: 'publication', undo: 'undo' },
  jobStatuses: {
    processing: 'in progress',
    post_processing: 'ending',
    finished: 'finished',
    canceled: 'canceled',
    failed: 'failed',
  },
  done: {
    created: 'Account %{email} created. Password (it cannot be shown again): %{password}',
    password: 'New password of %{email} (it cannot be shown again): %{password}',
    blocked: 'Account %{email} is blocked, and its sessions have ended.',
    active: 'Account %{email} is active.',
    noJobs: 'There are no jobs.',
    backup:
      'The backup is complete: %{folder}. Tables %{tables}, rows %{rows}, files %{files}, size of the files %{bytes}.',
    verified:
      'The backup is intact: %{folder}. Tables %{tables}, rows %{rows}, files %{files}, size of the files %{bytes}.',
    restored: 'The backup is restored. Tables %{tables}, rows %{rows}, files %{files}, size of the files %{bytes}.',
    repaired: 'Repaired',
    notRepairable: 'Cannot be repaired automatically',
    healthy: 'Everything is in order. Rows %{rows}, files %{files}.',
    unhealthy: 'Damage found. Rows %{rows}, files %{files}.',
    secrets: 'The database has accepted the secrets of this server. Issue the keys of cafes again in the settings.',
  },
  findings: {
    link: 'Link to something that does not exist',
    attribute: 'Value of an attribute that does not exist',
    matrixCount: 'Wrong number of products in a matrix',
    mainPicture: 'Picture in the list is not the main one',
    fileWithoutRow: 'File that no row refers to',
    rowWithoutFile: 'Row without its file',
    thumbnailWithoutFile: 'Thumbnail without its file',
    unusedRowWithoutFile: 'Unused picture without its file',
  },
  failures: {
    badEmail: '“%{email}” does not look like an e-mail address.',
    badRole: 'There is no role “%{role}”. Possible: %{roles}.',
    exists: 'There is already an account with the address %{email}.',
    noUser: 'There is no account with the address %{email}.',
    noJob: 'There is no job number %{id}.',
    badOption: 'Missing or wrong: %{option}',
    unknown: 'There is no command “%{command}”. Possible:',
    otherBuild: 'The running server does not know the command “%{command}” like this: it is another build, restart it.',
    callTooLarge: 'The command is too long.',
    notOwner: 'The server runs as another user of the system: run the command as that user.',
    folderTaken: 'The folder %{folder} is not empty: choose a new one.',
    partTaken:
      'The folder %{part} exists: a backup is being made in it, or was interrupted. If nobody makes one, remove the folder.',
    noBackup: 'The folder %{folder} does not contain a complete backup.',
    otherSchema: 'Build %{build} made the backup, with another schema: restore it with that build, then upgrade.',
    databaseUsed: 'The database is not empty: a backup is only restored into a new one (DATA_DIR or DATABASE_URL).',
    filesUsed: 'The store of files is not empty (%{name}): a backup is only restored into an empty one.',
    otherSecrets: 'The secrets in %{path} are different: restore into an empty data directory.',
    damagedPart: 'The backup is damaged: %{part}.',
    notEmbedded: 'This database cannot be copied.',
  },
  start: {
    pathTooLong:
      'The path of DATA_DIR is too long: the commands of npm run vitrina only work while the server is stopped.',
  },
};
