import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import type { ImportRun } from '#contract/importing.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useImport } from '#providers/jobs/importStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { shownInPlace } from '#providers/reporting/ErrorNotifier.tsx';
import { useFormats } from '#resources/engine/format.ts';
import { Progress } from '#ui/Progress.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';
import { linkOf } from '../../menu.ts';
import styles from './Home.module.css';

export const LastImports = () => {
  const t = useT();
  const api = useApi();
  const { runId, status } = useImport().state;
  const { data, error, refetch } = useQuery({
    queryKey: ['import-runs', 'home', runId, status],
    queryFn: ({ signal }) => api(endpoints.imports.runs, { query: { per_page: 5 }, signal }),
    placeholderData: previous => previous,
    meta: shownInPlace,
  });
  if (!data && !error) return null;
  return (
    <section className={styles['block']} aria-labelledby="home-imports">
      <h2 id="home-imports">{t('home.imports')}</h2>
      {!data && <ReadFailed error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className={styles['muted']}>{t('importPage.noRuns')}</p>}
      <ul className={styles['rows']}>
        {data?.items.map(run => (
          <li key={run.id}>
            <Run run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const Run = ({ run }: { run: ImportRun }) => {
  const t = useT();
  const formats = useFormats();
  const { state } = useImport();
  // The socket is ahead of the fetched list for the running import.
  const { status, progress, counts } = state.runId === run.id ? state : run;
  const isRunning = status === 'processing' || status === 'post_processing';
  const { new: added, changed, faulty } = counts ?? run.counts;
  return (
    <Link to={`${linkOf('import')}?run=${run.id}`}>
      <span className={styles['what']}>{run.file_name}</span>
      <span className={styles['muted']}>{formats.moment(run.started_at)}</span>
      <span className={styles['more']}>
        {t(`importPage.status.${status}`)}
        {isRunning ? (
          <Progress label={run.file_name} value={progress / 100} />
        ) : (
          `: ${t('home.rows', { new: formats.number(added), changed: formats.number(changed), faulty: formats.number(faulty) })}`
        )}
      </span>
    </Link>
  );
};
