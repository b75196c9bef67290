import { useNotify } from 'react-admin';
import { COPIED_NOTICE_MS } from '#contract/limits.ts';

/**
 * Copies a text and confirms it with a notice.
 * @returns false where the clipboard is not available, such as on plain http
 */
export const useCopy = () => {
  const notify = useNotify();
  return async (text: string, messages: { copiedMessage: string; failureMessage: string }): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(messages.copiedMessage, { type: 'success', autoHideDuration: COPIED_NOTICE_MS });
      return true;
    } catch {
      notify(messages.failureMessage, { type: 'warning' });
      return false;
    }
  };
};
