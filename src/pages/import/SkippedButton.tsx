import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';

/** Downloads the rows that a run skipped, so that users can correct and import them. */
export const SkippedButton = ({ runId }: { runId: number }) => {
  const t = useT();
  const api = useApi();
  return (
    <DownloadButton
      download={() => api.download(endpoints.imports.skipped, { params: { id: runId } })}
      spareName="skipped.xlsx"
    >
      {t('importPage.skipped')}
    </DownloadButton>
  );
};
