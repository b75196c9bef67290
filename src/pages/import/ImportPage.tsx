import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useImport } from '#providers/jobs/importStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useCan } from '#providers/session/profile.ts';
import { useColumns } from '#resources/list/useColumns.ts';
import { nomenclature } from '#resources/nomenclature.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { Page } from '#ui/Page.tsx';
import { ImportRuns } from './ImportRuns.tsx';
import { ImportView } from './ImportView.tsx';
import { NewImport } from './NewImport.tsx';

/** Import of nomenclature from a table file: choose a file, watch it, look back at the runs before it. */
export const ImportPage = () => {
  const t = useT();
  const may = useCan();
  const { state } = useImport();
  useAskedRun();
  return (
    <Page title={t('importPage.title')} about={t('importPage.about')} actions={<TemplateButtons />}>
      {state.status === 'available' ? <NewImport /> : <ImportView />}
      {may(endpoints.imports.runs.access) && <ImportRuns />}
    </Page>
  );
};

/** The run that the address names, `?run=12`; the one that runs now goes before it. */
const useAskedRun = () => {
  const [query] = useSearchParams();
  const { state, show } = useImport();
  const notifyError = useNotifyError();
  const asked = Number(query.get('run'));
  const isThere = state.runId === asked || state.status === 'processing' || state.status === 'post_processing';
  const open = useEvent(() => {
    if (asked > 0 && !isThere) void show(asked).catch(notifyError);
  });
  useEffect(open, [asked, open]);
};

/** The template with every column, and with those of the list where the person chose them. */
const TemplateButtons = () => {
  const t = useT();
  const api = useApi();
  const { columns, isChosen } = useColumns(nomenclature.definition);
  const download = (query: { columns?: string[] }) => () => api.download(endpoints.imports.template, { query });
  return (
    <>
      {isChosen && (
        <DownloadButton variant="text" download={download({ columns: [...columns] })} spareName="nomenclature.xlsx">
          {t('importPage.ownTemplate')}
        </DownloadButton>
      )}
      <DownloadButton download={download({})} spareName="nomenclature.xlsx">
        {t('importPage.template')}
      </DownloadButton>
    </>
  );
};
