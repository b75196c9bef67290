import type { MessageKey } from '#i18n/translate.ts';

let awaiting: MessageKey | null = null;

/** What the application is to say when it has been mounted by a public page (§2). */
export const sayOnArrival = (key: MessageKey): void => {
  awaiting = key;
};

/** The message to say, once; null when there is none. */
export const takeArrivalMessage = (): MessageKey | null => {
  const key = awaiting;
  awaiting = null;
  return key;
};
