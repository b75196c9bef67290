import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageActions } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import runs from '../jobs/Runs.module.css';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import type { Failure, Starting } from './NewImport.tsx';

interface UncheckedViewProps {
  file: File;
  failure: Failure;
  starting: Starting;
  onRetry: () => void;
}

/** Shown when the preview or a start failed. That says nothing about the table, so it can still be imported. */
export const UncheckedView = ({ file, failure, starting, onRetry }: UncheckedViewProps) => {
  const { progress, isStarting, onStart, onLeave } = starting;
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>();
  return (
    <section className={runs['run']} aria-label={t('importPage.run')}>
      <RunHead subject={file.name}>
        <h2 ref={heading} tabIndex={-1}>
          {isStarting ? progress.text : t(failure.of === 'start' ? 'importPage.startFailed' : 'importPage.checkFailed')}
        </h2>
      </RunHead>
      {isStarting ? (
        <div className={runs['track']}>
          <Progress value={progress.value} />
        </div>
      ) : (
        <Notice kind="error">{failure.texts.join('\n')}</Notice>
      )}
      <p>{t('importPage.checkFailedText')}</p>
      <PageActions>
        <Button disabled={isStarting && progress.value === null} onClick={onLeave}>
          {t('importPage.otherFile')}
        </Button>
        <Button variant="outlined" loading={isStarting} onClick={onStart}>
          {t('importPage.startAtOnce')}
        </Button>
        <Button variant="contained" disabled={isStarting} onClick={onRetry}>
          {t('importPage.checkAgain')}
        </Button>
      </PageActions>
    </section>
  );
};
