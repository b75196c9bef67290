import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { PageActions } from '#ui/Page.tsx';
import { RunHead } from '../jobs/RunHead.tsx';
import runs from '../jobs/Runs.module.css';
import { useLostFocus } from '../jobs/useLostFocus.ts';

interface UncheckedViewProps {
  file: File;
  /** Why the preview failed. */
  failure: readonly string[];
  onRetry: () => void;
  onStart: () => void;
  onLeave: () => void;
}

/** Shown when the preview failed. That says nothing about the table, so it can still be imported. */
export const UncheckedView = ({ file, failure, onRetry, onStart, onLeave }: UncheckedViewProps) => {
  const t = useT();
  const heading = useLostFocus<HTMLHeadingElement>();
  return (
    <section className={runs['run']} aria-label={t('importPage.run')}>
      <RunHead subject={file.name}>
        <h2 ref={heading} tabIndex={-1}>
          {t('importPage.checkFailed')}
        </h2>
      </RunHead>
      <div role="alert">
        {failure.map(text => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <p>{t('importPage.checkFailedText')}</p>
      <PageActions>
        <Button variant="outlined" onClick={onStart}>
          {t('importPage.startAtOnce')}
        </Button>
        <Button variant="contained" onClick={onRetry}>
          {t('importPage.checkAgain')}
        </Button>
        <Button onClick={onLeave}>{t('importPage.otherFile')}</Button>
      </PageActions>
    </section>
  );
};
