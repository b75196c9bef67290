import { failureOf } from './httpError.ts';
import { useT } from './i18nProvider.ts';
import { refusalOf } from './notices.ts';

/** What a failed call says where it stands; null when the error is of another family, or none. */
export const useFailureText = (error: unknown): string | null => {
  const t = useT();
  const failure = failureOf(error);
  return failure && refusalOf(failure, (key, values) => t(`errors.${key}`, values));
};
