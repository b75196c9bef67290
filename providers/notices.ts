import type { errors as russian } from '#i18n/ru/errors.ts';
import type { Translator } from '#i18n/translate.ts';
import { ApiError, type ApiErrorKind } from './errors.ts';

type Say = Translator<typeof russian>;

export interface Notice {
  text: string;
  type: 'error' | 'warning' | 'info';
}

/** Stands in an error's message where nothing is to be shown, and shows nothing where it is: react-admin wants a text. */
export const SILENT = '\u2060';

/**
 * What each kind of failure says (§8, contract 1): nothing, a text of ours, or the server's sentence
 * (`said`) with one of ours when it sent none.
 */
const effects: Record<ApiErrorKind, (error: ApiError, say: Say) => string | null> = {
  // §8: the session is renewed or left; the sign-in page follows.
  unauthorized: () => null,
  // §8: a 403 is silent.
  forbidden: () => null,
  server: (_, say) => say('server'),
  unknown: (_, say) => say('unknown'),
  network: (_, say) => say('network'),
  unreadable: ({ endpoint, field }, say) => say('unreadable', { endpoint, field: field || '—' }),
  invalid: (error, say) => said(error) ?? say('invalid'),
  notFound: (error, say) => said(error) ?? say('notFound'),
  conflict: (error, say) => said(error) ?? say('conflict'),
  tooLarge: (error, say) => said(error) ?? say('tooLarge'),
  tooMany: (error, say) => said(error) ?? say('tooMany'),
  unavailable: (error, say) => said(error) ?? say('unavailable'),
};

const said = ({ messages }: ApiError): string | null => (messages.length > 0 ? messages.join('\n') : null);

/** What a failed call says to the person; null for silence. */
export const noticeOf = (error: ApiError, say: Say): Notice | null => {
  const text = effects[error.kind](error, say);
  return text === null ? null : { text, type: error.kind === 'conflict' ? 'warning' : 'error' };
};

/** §8, import and cancel calls: an array error body message by message, else the server's sentence or the unknown one. */
export const importNotices = (error: unknown, unknown: string): readonly string[] =>
  error instanceof ApiError && error.messages.length > 0 ? error.messages : [unknown];

/** Milliseconds in which the same text is said once. */
const SAME_NOTICE = 2000;

/** Lets a notice pass unless it is silent or the same was said a moment ago: ten failures at once give one notice. */
export const createNoticeFilter = (now: () => number = Date.now): ((text: unknown) => boolean) => {
  const saidAt = new Map<string, number>();
  return text => {
    if (typeof text !== 'string') return true;
    if (text === SILENT) return false;
    const last = saidAt.get(text);
    saidAt.set(text, now());
    return last === undefined || now() - last > SAME_NOTICE;
  };
};
