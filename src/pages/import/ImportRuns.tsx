import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import type { ImportRun } from '#contract/importing.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { useImport } from '#providers/importStore.ts';
import { saidInPlace } from '#providers/NoticeGate.tsx';
import { useFormats } from '#resources/schema/format.ts';
import { ReadFailed } from '#resources/schema/ui/ReadFailed.tsx';
import styles from './Import.module.css';

const kinds = ['new', 'changed', 'unchanged', 'faulty'] as const;

/** The runs before this one, the newest first; each opens with its log. */
export const ImportRuns = () => {
  const t = useT();
  const api = useApi();
  const { state } = useImport();
  const { data, error, refetch } = useQuery({
    queryKey: ['import-runs', state.runId, state.status],
    queryFn: ({ signal }) => api(endpoints.imports.runs, { query: { per_page: 10 }, signal }),
    placeholderData: previous => previous,
    meta: saidInPlace,
  });
  if (!data && !error) return null;
  return (
    <section className={styles['runs']} aria-labelledby="import-runs">
      <h2 id="import-runs">{t('importPage.runs')}</h2>
      {data ? <Runs runs={data.items} /> : <ReadFailed error={error} onRetry={() => void refetch()} />}
    </section>
  );
};

const Runs = ({ runs }: { runs: readonly ImportRun[] }) => {
  const t = useT();
  if (runs.length === 0) return <p className={styles['muted']}>{t('importPage.noRuns')}</p>;
  return (
    <div className={styles['runsScroll']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('importPage.startedAt')}</th>
            <th scope="col">{t('importPage.file')}</th>
            <th scope="col">{t('importPage.state')}</th>
            {kinds.map(kind => (
              <th key={kind} scope="col" data-numeric>
                {t(`importPage.counts.${kind}`)}
              </th>
            ))}
            <th scope="col">{t('importPage.who')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(run => (
            <Run key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Run = ({ run }: { run: ImportRun }) => {
  const t = useT();
  const formats = useFormats();
  const { state } = useImport();
  const isBusy = state.status === 'processing' || state.status === 'post_processing';
  return (
    <tr>
      <th scope="row">
        {isBusy ? formats.moment(run.started_at) : <Link to={`?run=${run.id}`}>{formats.moment(run.started_at)}</Link>}
      </th>
      <td title={run.file_name}>{run.file_name}</td>
      <td>{t(`importPage.status.${run.status}`)}</td>
      {kinds.map(kind => (
        <td key={kind} data-numeric>
          {formats.number(run.counts[kind])}
        </td>
      ))}
      <td>{run.user.name}</td>
    </tr>
  );
};
