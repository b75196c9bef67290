import type { MessageKey } from '#i18n/translate.ts';

let pendingMessage: MessageKey | null = null;

/**
 * Stores a message that the page after a redirect shows (§2); a module variable, since a redirect stays in the
 * document.
 */
export const setFlashMessage = (key: MessageKey): void => {
  pendingMessage = key;
};

export const takeFlashMessage = (): MessageKey | null => {
  const message = pendingMessage;
  pendingMessage = null;
  return message;
};
