import { useT } from '../locale/i18nProvider.ts';
import { formErrorText } from '../reporting/notices.ts';
import { apiErrorOf } from './httpError.ts';

/** Message to show in place of what failed to load; null if `error` is not an ApiError. */
export const useFailureText = (error: unknown): string | null => {
  const t = useT();
  const failure = apiErrorOf(error);
  return failure && formErrorText(failure, (key, values) => t(`errors.${key}`, values));
};
