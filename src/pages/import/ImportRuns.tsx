import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { ImportRun } from '#contract/importing.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useImport } from '#providers/jobs/importStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { shownInPlace } from '#providers/reporting/ErrorNotifier.tsx';
import { PastRuns } from '../jobs/PastRuns.tsx';

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
    meta: shownInPlace,
  });
  return (
    <PastRuns
      title={t('importPage.runs')}
      none={t('importPage.noRuns')}
      runs={data?.items}
      error={error}
      onRetry={() => void refetch()}
      isBusy={state.status === 'processing' || state.status === 'post_processing'}
      columns={[
        { title: t('importPage.file'), of: run => run.file_name },
        { title: t('runs.state'), of: run => t(`importPage.status.${run.status}`) },
        ...kinds.map(kind => ({
          title: t(`importPage.counts.${kind}`),
          of: (run: ImportRun) => run.counts[kind],
        })),
      ]}
    />
  );
};
