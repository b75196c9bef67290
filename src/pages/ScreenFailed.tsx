import { useEffect } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useReport } from '#providers/reporting/ReporterContext.ts';
import { Button } from '#ui/Button.tsx';
import { Heading } from '#ui/Heading.tsx';
import styles from './Message.module.css';

/** Instead of a blank screen when a screen breaks. */
export const ScreenFailed = ({ error }: { error: unknown }) => {
  const t = useT();
  const report = useReport();
  useEffect(() => report(error, { place: 'screen' }), [report, error]);
  return (
    <div className={styles['message']} role="alert">
      <Heading>{t('shell.failedTitle')}</Heading>
      <p>{t('shell.failedText')}</p>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </Button>
    </div>
  );
};
