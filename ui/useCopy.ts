import { useNotify } from 'react-admin';
import { COPIED_NOTICE_MS } from '#contract/limits.ts';

/**
 * Copies a text and confirms it with a notice.
 * @returns false where the clipboard is not available, such as on plain http
 */
export const useCopy = () => {
  const notify = useNotify();
  return async (text: string, messages: { copied: string; failed: string }): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(messages.copied, { type: 'success', autoHideDuration: COPIED_NOTICE_MS });
      return true;
    } catch {
      notify(messages.failed, { type: 'warning' });
      return false;
    }
  };
};
