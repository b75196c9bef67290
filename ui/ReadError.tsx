import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import { findApiError } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { toNotice } from '#providers/reporting/notices.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ReadErrorProps {
  error: unknown;
  onRetry: () => void;
}

/**
 * Replaces content that failed to load, with a retry. The text is empty for errors that §8 keeps silent. Mark the query
 * with `inPlaceErrorMeta`; otherwise a notice appears as well.
 */
export const ReadError = ({ error, onRetry }: ReadErrorProps) => {
  const t = useT();
  const failure = findApiError(error);
  const notice = failure && toNotice(failure, (key, values) => t(`errors.${key}`, values));
  return (
    <EmptyState
      role="alert"
      icon={<CloudOffIcon />}
      title={t('shell.readFailed')}
      text={notice?.text ?? ''}
      actions={
        <Button variant="outlined" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    />
  );
};
