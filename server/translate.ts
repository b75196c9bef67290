import { commands as englishCommands } from '#i18n/en/commands.ts';
import { exporting as englishExporting } from '#i18n/en/exporting.ts';
import { importLog as englishImport } from '#i18n/en/importLog.ts';
import { matrix as englishMatrix } from '#i18n/en/matrix.ts';
import { sendingLog as englishSending } from '#i18n/en/sendingLog.ts';
import { server as english } from '#i18n/en/server.ts';
import { syncLog as englishPublishing } from '#i18n/en/syncLog.ts';
import { validation as englishValidation } from '#i18n/en/validation.ts';
import { variables as englishVariables } from '#i18n/en/variables.ts';
import { DEFAULT_LOCALE, type KeyOf, type Locale, locales, type Translation } from '#i18n/messages.ts';
import { commands } from '#i18n/ru/commands.ts';
import { exporting } from '#i18n/ru/exporting.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { matrix } from '#i18n/ru/matrix.ts';
import { sendingLog } from '#i18n/ru/sendingLog.ts';
import { server } from '#i18n/ru/server.ts';
import { syncLog } from '#i18n/ru/syncLog.ts';
import { validation } from '#i18n/ru/validation.ts';
import { variables } from '#i18n/ru/variables.ts';
import { buildTranslator, type MessageValues } from '#i18n/translate.ts';
import { getWorkContext, runInWorkContext } from './workContext.ts';

/** Defaults to Russian for work without a language, such as the start of the server. */
export const getLanguage = (): Locale => getWorkContext().locale ?? DEFAULT_LOCALE;

export const runInLanguage = <T>(locale: Locale, operation: () => T): T => runInWorkContext({ locale }, operation);

/** Runs an operation in each language, to recognise texts in any of them. */
export const runInEachLanguage = <T>(operation: () => T): T[] =>
  locales.map(locale => runInLanguage(locale, operation));

const createTranslator = <Tree extends object>(russian: Tree, translation: Translation<Tree>) => {
  const translatorByLocale = { ru: buildTranslator('ru', russian), en: buildTranslator('en', translation as Tree) };
  return (key: KeyOf<Tree>, values?: MessageValues): string => translatorByLocale[getLanguage()](key, values);
};

export const translate = createTranslator(server, english);
export const translateCommand = createTranslator(commands, englishCommands);
export const translateValidation = createTranslator(validation, englishValidation);
export const translateImport = createTranslator(importLog, englishImport);
export const translateSending = createTranslator(sendingLog, englishSending);
export const translatePublishing = createTranslator(syncLog, englishPublishing);
export const translateExport = createTranslator(exporting, englishExporting);
export const translateMatrix = createTranslator(matrix, englishMatrix);
export const translateVariable = createTranslator(variables, englishVariables);
