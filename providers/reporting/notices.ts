import type { errors as russian } from '#i18n/ru/errors.ts';
import { ApiError, effects, isSilent } from '../http/errors.ts';

/** Translates the `errors` section, from whichever catalogue. */
export type Translate = (key: keyof typeof russian, values?: Record<string, string | number>) => string;

export interface Notice {
  text: string;
  type: 'error' | 'warning' | 'info';
}

/** Stands in an error's message where nothing is to be shown, and shows nothing where it is: react-admin wants a text. */
export const SILENT = '\u2060';

/** How many messages of one answer are shown before the rest is only counted. */
export const SHOWN_MESSAGES = 5;
/** Characters of a message that are shown: a server may put a whole page into one. */
const MESSAGE_LENGTH = 500;

/** What a failed call says to the person, by the table of effects; null for silence. */
export const noticeOf = (error: ApiError, translate: Translate): Notice | null => {
  const { kind, messages, endpoint, field } = error;
  if (isSilent(kind)) return null;
  const theirs = effects[kind].says === 'theirs' ? fewMessages(messages, translate).join('\n') : '';
  const text = theirs || translate(kind, { endpoint, field: field || '—' });
  return { text, type: kind === 'conflict' ? 'warning' : 'error' };
};

/**
 * What a refused form says where it stands: the table's notice, and where that is silence the server's sentence, a
 * wrong password's for one. Null when there is neither.
 */
export const refusalOf = (error: ApiError, translate: Translate): string | null =>
  noticeOf(error, translate)?.text ?? (fewMessages(error.messages, translate).join('\n') || null);

/** Messages as a person reads them: the same one once, long ones cut. */
const readableMessages = (messages: readonly string[]): readonly string[] => {
  const cut = (text: string): string => (text.length > MESSAGE_LENGTH ? `${text.slice(0, MESSAGE_LENGTH)}…` : text);
  return [...new Set(messages.map(text => cut(text.trim())))].filter(Boolean);
};

/** The first of many messages and how many there are besides: a thousand of them bury nothing. */
export const fewMessages = (messages: readonly string[], translate: Translate): readonly string[] => {
  const readable = readableMessages(messages);
  const left = readable.length - SHOWN_MESSAGES;
  return left > 0 ? [...readable.slice(0, SHOWN_MESSAGES), translate('more', { count: left })] : readable;
};

/** §8, import and cancel calls: an array error body is shown message by message, every other one as the unknown error. */
export const importMessages = (error: unknown, translate: Translate): readonly string[] => {
  const messages = error instanceof ApiError && error.isList ? readableMessages(error.messages) : [];
  if (messages.length > 0) return messages;
  const isCutOff = error instanceof ApiError && error.kind === 'network';
  return [translate('import'), ...(isCutOff ? [translate('importCutOff')] : [])];
};

/** Milliseconds in which the same is said once. */
const SAME_NOTICE = 2000;

/**
 * Lets a notice pass unless it is silent or the same was said a moment ago: ten failures at once give one notice.
 * `family`: what counts as the same, where not the text does.
 */
export const createNoticeFilter = (now: () => number = Date.now): ((text: unknown, family?: unknown) => boolean) => {
  const saidAt = new Map<unknown, number>();
  return (text, family = text) => {
    if (text === SILENT) return false;
    const last = saidAt.get(family);
    saidAt.set(family, now());
    return last === undefined || now() - last > SAME_NOTICE;
  };
};
