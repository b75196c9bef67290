import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/ApiContext.tsx';
import { useT } from '#providers/i18nProvider.ts';
import { useImport } from '#providers/importStore.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { useCan } from '#providers/profile.ts';
import { saveBlob } from '#providers/saveBlob.ts';
import { Page } from '#resources/schema/ui/Page.tsx';
import { DropZone } from './DropZone.tsx';
import { ImportRuns } from './ImportRuns.tsx';
import { ImportView } from './ImportView.tsx';

/** Import of nomenclature from a table file: choose a file, watch it, look back at the runs before it. */
export const ImportPage = () => {
  const t = useT();
  const may = useCan();
  const { state } = useImport();
  useAskedRun();
  return (
    <Page title={t('importPage.title')} about={t('importPage.about')} actions={<TemplateButton />}>
      {state.status === 'available' ? <DropZone /> : <ImportView />}
      {may(endpoints.imports.runs.access) && <ImportRuns />}
    </Page>
  );
};

/** The run that the address names, `?run=12`; the one that runs now goes before it. */
const useAskedRun = () => {
  const [query] = useSearchParams();
  const { state, show } = useImport();
  const tell = useTellFailure();
  const asked = Number(query.get('run'));
  const isThere = state.runId === asked || state.status === 'processing' || state.status === 'post_processing';
  const open = useEvent(() => {
    if (asked > 0 && !isThere) void show(asked).catch(tell);
  });
  useEffect(open, [asked, open]);
};

const TemplateButton = () => {
  const t = useT();
  const api = useApi();
  const tell = useTellFailure();
  const download = async () => {
    try {
      const { blob, fileName } = await api.download(endpoints.imports.template);
      saveBlob(blob, fileName ?? 'nomenclature.xlsx');
    } catch (error) {
      if (!tell(error)) throw error;
    }
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<DownloadIcon fontSize="small" />}
      onClick={() => void download()}
    >
      {t('importPage.template')}
    </Button>
  );
};
