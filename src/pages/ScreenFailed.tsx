import { useEffect } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useReport } from '#providers/reporting/useReport.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

export const ScreenFailed = ({ error }: { error: unknown }) => {
  const t = useT();
  const report = useReport();
  useEffect(() => report(error, { source: 'screen' }), [report, error]);
  return (
    <EmptyState
      isPage
      role="alert"
      title={t('shell.failedTitle')}
      text={t('shell.failedText')}
      actions={
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('shell.reload')}
        </Button>
      }
    />
  );
};
