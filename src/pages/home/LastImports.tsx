import { Link } from 'react-router-dom';
import type { ImportRun } from '#contract/importing.ts';
import { isActive } from '#providers/jobs/runState.ts';
import { useLatestRun, usePastRuns, useRunStore } from '#providers/jobs/runs.ts';

import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Progress } from '#ui/Progress.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { getLink } from '../../menu.ts';
import styles from './Home.module.css';

const MAX_SHOWN = 5;

export const LastImports = () => {
  const t = useT();
  const { runs, error, retry } = usePastRuns(useRunStore('import'));
  if (!runs && !error) return null;
  return (
    <section className={styles['block']} aria-labelledby="home-imports">
      <h2 id="home-imports">{t('home.imports')}</h2>
      {!runs && <ReadError error={error} onRetry={retry} />}
      {runs?.length === 0 && <p className={styles['muted']}>{t('importPage.noRuns')}</p>}
      <ul className={styles['rows']}>
        {runs?.slice(0, MAX_SHOWN).map(run => (
          <li key={run.id}>
            <ImportRow run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const ImportRow = ({ run }: { run: ImportRun }) => {
  const t = useT();
  const formats = useFormats();
  const latest = useLatestRun(useRunStore('import'));
  // Socket events are newer than the fetched run.
  const { status, progress } = latest.runId === run.id && isActive(latest) ? latest : run;
  const isRunning = isActive({ status });
  const { new: addedCount, changed, faulty } = run.counts;
  return (
    <Link to={`${getLink('import')}?run=${run.id}`}>
      <span className={styles['what']}>{run.file_name}</span>
      <span className={styles['muted']}>{formats.moment(run.started_at)}</span>
      <span className={styles['more']}>
        {t(`importPage.status.${status}`)}
        {isRunning ? (
          <Progress label={run.file_name} value={progress / 100} />
        ) : (
          `: ${t('home.rows', { new: formats.number(addedCount), changed: formats.number(changed), faulty: formats.number(faulty) })}`
        )}
      </span>
    </Link>
  );
};
