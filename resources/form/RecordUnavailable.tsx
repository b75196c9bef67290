import SearchOffIcon from '@mui/icons-material/SearchOff';
import type { ReactNode } from 'react';
import { HttpError } from 'react-admin';
import { Link } from 'react-router-dom';
import type { ResourceName } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { getListPath } from '../engine/resourcePaths.ts';
import { useLabels } from '../engine/useLabels.ts';

/** Whether a record does not exist, as opposed to a record that could not be read. */
export const isNotFoundError = (error: Error | undefined): boolean =>
  !error || (error instanceof HttpError && error.status === 404);

interface RecordUnavailableProps {
  resource: ResourceName;
  /** Absent if the record does not exist. */
  error?: Error | undefined;
  onRetry?: (() => void) | undefined;
  isPage?: boolean;
  children?: ReactNode;
}

/** Takes the place of a record that does not exist or could not be read. */
export const RecordUnavailable = ({ resource, error, onRetry, isPage = false, children }: RecordUnavailableProps) => {
  const t = useT();
  const { several } = useLabels(resource);
  const isGone = isNotFoundError(error);
  return (
    <EmptyState
      isPage={isPage}
      role="alert"
      icon={<SearchOffIcon />}
      title={t(isGone ? 'shell.notFound' : 'shell.recordFailed')}
      text={isGone ? t('shell.notFoundHint') : (error?.message ?? '')}
      actions={
        <>
          {!isGone && onRetry && (
            <Button variant="contained" onClick={onRetry}>
              {t('shell.retry')}
            </Button>
          )}
          <Button variant="outlined" component={Link} to={getListPath(resource)}>
            {t('shell.backTo', { name: several })}
          </Button>
        </>
      }
    >
      {children}
    </EmptyState>
  );
};
