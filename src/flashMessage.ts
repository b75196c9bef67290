import type { MessageKey } from '#i18n/translate.ts';

let waiting: MessageKey | null = null;

/** Leaves a message for the page that a redirect leads to (§2). */
export const flashMessage = (key: MessageKey): void => {
  waiting = key;
};

/** The message that was left, once. */
export const takeFlashMessage = (): MessageKey | null => {
  const message = waiting;
  waiting = null;
  return message;
};
