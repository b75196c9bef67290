import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import type { ImportRun } from '#contract/importing.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { useImport } from '#providers/importStore.ts';
import { saidInPlace } from '#providers/NoticeGate.tsx';
import { PastRuns } from '../runs/PastRuns.tsx';

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
