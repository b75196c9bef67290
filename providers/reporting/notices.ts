import type { errors as russian } from '#i18n/ru/errors.ts';
import { ApiError, errorEffects, isSilent, isUnexpected } from '../http/errors.ts';

/** Translates `errors.*`. It is a parameter, because the public pages have a smaller catalogue. */
export type Translate = (key: keyof typeof russian, values?: Record<string, string | number>) => string;

export interface Notice {
  text: string;
  type: 'error' | 'warning' | 'info';
}

/** A single group for saving a form, so that the outcome of the latest attempt replaces earlier ones. */
export const SAVE_NOTICE_GROUP = 'saving';

/** Message of an error that must not show a notice. A zero-width character, because react-admin requires a text. */
export const SILENT_MESSAGE = '\u2060';

export const MAX_MESSAGES = 5;
/** Maximum length of a message, because a proxy may send a whole HTML page. */
const MAX_MESSAGE_LENGTH = 500;

/** The notice for a failed request as `effects` defines it; null if silent. */
export const toNotice = (error: ApiError, translate: Translate): Notice | null => {
  const { kind, messages, endpoint, field } = error;
  if (isSilent(kind)) return null;
  const serverMessages = errorEffects[kind].notice === 'theirs' ? limitMessages(messages, translate).join('\n') : '';
  const text = serverMessages || translate(kind, { endpoint, field: field || '—' });
  return { text: text + formatIdLine(error, translate), type: kind === 'conflict' ? 'warning' : 'error' };
};

/** Precedes the line with the request id. The second character is invisible and occurs nowhere else. */
const ID_MARK = '\n\u2060';

/** The id is a part of the text, because react-admin passes on nothing else of an error. */
const formatIdLine = ({ kind, requestId }: ApiError, translate: Translate): string =>
  isUnexpected(kind) && requestId ? ID_MARK + translate('requestId', { id: requestId }) : '';

/** Separates a notice's text from the line with its request id, if it has one. */
export const splitNotice = (notice: string): { text: string; idLine: { label: string; id: string } | null } => {
  const [text = '', line] = notice.split(ID_MARK);
  const id = /[\w-]+$/.exec(line ?? '')?.[0];
  return { text, idLine: line && id ? { label: line.slice(0, -id.length), id } : null };
};

/**
 * Text for a rejected form, shown inside it. For silent kinds, e.g. a 401 for a wrong password, it is the server's
 * message. Null if there is neither.
 */
export const getFormErrorText = (error: ApiError, translate: Translate): string | null =>
  toNotice(error, translate)?.text ?? (limitMessages(error.messages, translate).join('\n') || null);

const filterReadableMessages = (messages: readonly string[]): readonly string[] => {
  const truncate = (text: string): string =>
    text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text;
  return [...new Set(messages.map(text => truncate(text.trim())))].filter(Boolean);
};

/** The first few messages and a count of the rest, so that a thousand messages do not bury the page. */
export const limitMessages = (messages: readonly string[], translate: Translate): readonly string[] => {
  const readableMessages = filterReadableMessages(messages);
  const omittedCount = readableMessages.length - MAX_MESSAGES;
  return omittedCount > 0
    ? [...readableMessages.slice(0, MAX_MESSAGES), translate('more', { count: omittedCount })]
    : readableMessages;
};

/**
 * §8, import and cancel calls: shows each message of an array in the body separately, and any other error as the
 * unknown error.
 */
export const toImportMessages = (error: unknown, translate: Translate): readonly string[] => {
  const messages = error instanceof ApiError && error.isList ? filterReadableMessages(error.messages) : [];
  if (messages.length > 0) return messages;
  if (!(error instanceof ApiError)) return [translate('import')];
  return [
    translate('import') + formatIdLine(error, translate),
    ...(error.kind === 'network' ? [translate('importCutOff')] : []),
  ];
};

const DEDUPLICATION_WINDOW_MS = 2000;

/**
 * Returns false for silent messages and recent duplicates, so that ten simultaneous failures show one notice. `family`
 * overrides what counts as a duplicate, which is otherwise the text without the id of its request.
 */
export const createNoticeFilter = (now: () => number = Date.now): ((text: unknown, family?: unknown) => boolean) => {
  const shownAt = new Map<unknown, number>();
  return (text, family = typeof text === 'string' ? splitNotice(text).text : text) => {
    if (text === SILENT_MESSAGE) return false;
    const last = shownAt.get(family);
    shownAt.set(family, now());
    return last === undefined || now() - last > DEDUPLICATION_WINDOW_MS;
  };
};
