import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import { failureOf } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { noticeOf } from '#providers/reporting/notices.ts';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';

interface ReadFailedProps {
  error: unknown;
  onRetry: () => void;
}

/**
 * Replaces content that failed to load, with a retry. The text is empty for errors that §8 keeps silent. Mark the query
 * as `shownInPlace`, or a notice appears as well.
 */
export const ReadFailed = ({ error, onRetry }: ReadFailedProps) => {
  const t = useT();
  const failure = failureOf(error);
  const notice = failure && noticeOf(failure, (key, values) => t(`errors.${key}`, values));
  return (
    <Empty
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
