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

/** In place of what could not be read: why, unless §8 is silent about it, and a way on. Its query is `shownInPlace`. */
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
