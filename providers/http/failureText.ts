import { useT } from '../locale/i18nProvider.ts';
import { refusalOf } from '../reporting/notices.ts';
import { failureOf } from './httpError.ts';

/** What a failed call says where it stands; null when the error is of another family, or none. */
export const useFailureText = (error: unknown): string | null => {
  const t = useT();
  const failure = failureOf(error);
  return failure && refusalOf(failure, (key, values) => t(`errors.${key}`, values));
};
