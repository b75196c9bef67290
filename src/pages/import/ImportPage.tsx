import { useSearchParams } from 'react-router-dom';
import { endpoints } from '#contract/endpoints.ts';
import type { ImportRun } from '#contract/importing.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useRunStore } from '#providers/jobs/runs.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useColumns } from '#resources/list/useColumns.ts';
import { nomenclature } from '#resources/nomenclature.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { Page } from '#ui/Page.tsx';
import { PastRuns } from '../jobs/PastRuns.tsx';
import { RunPlace } from '../jobs/Run.tsx';
import { useShownRun } from '../jobs/useShownRun.ts';
import { countedOutcomes } from './ImportCounts.tsx';
import { ImportView } from './ImportView.tsx';
import { NewImport } from './NewImport.tsx';
import { PreparedView } from './PreparedView.tsx';
import { ProfileView } from './profile/ProfileView.tsx';

export const ImportPage = () => {
  const t = useT();
  const imports = useRunStore('import');
  const shownRun = useShownRun(imports);
  const [query, setQuery] = useSearchParams();
  const preparedId = Number(query.get('prepared')) || null;
  const profile = Number(query.get('profile')) || null;
  if (profile !== null)
    return (
      <Page title={t('importPage.title')}>
        <ProfileView id={profile} onLeave={() => setQuery({})} />
      </Page>
    );
  return (
    <Page title={t('importPage.title')} description={t('importPage.about')} actions={<TemplateButtons />}>
      {preparedId !== null ? (
        <PreparedView id={preparedId} onLeave={() => setQuery({})} />
      ) : shownRun.isShown ? (
        <RunPlace shownRun={shownRun}>{run => <ImportView run={run} onClose={shownRun.close} />}</RunPlace>
      ) : (
        <NewImport
          profileId={Number(query.get('by')) || null}
          onUploaded={id => setQuery({ prepared: String(id) })}
          onDropProfile={() => setQuery({})}
          onProfileChoose={id => setQuery({ profile: String(id) })}
        />
      )}
      <PastRuns
        store={imports}
        messages="importPage"
        isBusy={shownRun.isBusy}
        columns={[
          { title: t('importPage.file'), render: run => run.file_name },
          { title: t('runs.state'), render: run => t(`importPage.status.${run.status}`) },
          ...countedOutcomes.map(kind => ({
            title: t(`importPage.counts.${kind}`),
            render: (run: ImportRun) => run.counts[kind],
          })),
        ]}
      />
    </Page>
  );
};

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
