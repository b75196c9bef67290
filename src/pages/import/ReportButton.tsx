import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';

/** Downloads the report of a run, row by row. */
export const ReportButton = ({ runId }: { runId: number }) => {
  const t = useT();
  const api = useApi();
  return (
    <DownloadButton
      download={() => api.download(endpoints.imports.report, { params: { id: runId } })}
      spareName={`import-${runId}.xlsx`}
    >
      {t('importPage.report')}
    </DownloadButton>
  );
};
