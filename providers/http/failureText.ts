import { useT } from '../locale/i18nProvider.ts';
import { getFormErrorText } from '../reporting/notices.ts';
import { findApiError } from './httpError.ts';

/** The message to show in place of content that failed to load; null if `error` is not an ApiError. */
export const useFailureText = (error: unknown): string | null => {
  const t = useT();
  const failure = findApiError(error);
  return failure && getFormErrorText(failure, (key, values) => t(`errors.${key}`, values));
};
