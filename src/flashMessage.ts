import type { MessageKey } from '#i18n/translate.ts';

let waiting: MessageKey | null = null;

/**
 * Stores a message that the page after a redirect shows (§2); a module variable, since a redirect stays in the
 * document.
 */
export const flashMessage = (key: MessageKey): void => {
  waiting = key;
};

export const takeFlashMessage = (): MessageKey | null => {
  const message = waiting;
  waiting = null;
  return message;
};
