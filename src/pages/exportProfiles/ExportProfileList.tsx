import { type ExportProfile, type ExportResource, type NewExportProfile } from '#contract/exportProfiles.ts';
import { useExportProfiles, useProposeExportColumns, useRemoveExportProfile } from '#providers/jobs/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { toImportMessages } from '#providers/reporting/notices.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { PageActions } from '#ui/Page.tsx';
import { ImportErrors } from '../import/ImportErrors.tsx';
import { SavedItemList } from '../import/SavedItemList.tsx';
import { useSavedByText } from '../import/useSavedByText.ts';
import { createEmptyProfile } from './createEmptyProfile.ts';

interface ExportProfileListProps {
  resource: ExportResource;
  onOpen: (id: number) => void;
  onCreate: (content?: NewExportProfile) => void;
}

export const ExportProfileList = ({ resource, onOpen, onCreate }: ExportProfileListProps) => {
  const t = useT();
  const savedBy = useSavedByText();
  const profilesQuery = useExportProfiles(resource);
  const removal = useRemoveExportProfile();
  const propose = useProposeExportColumns(resource);
  const takeTemplate = (file: File) =>
    propose.mutate(file, {
      onSuccess: content =>
        onCreate({ ...createEmptyProfile(resource), ...content, name: file.name.replace(/\.[^.]*$/, '') }),
    });
  const copy = ({ name, file, columns }: ExportProfile) =>
    onCreate({ resource, file, columns, name: t('exportProfiles.copyName', { name }) });
  const actions = (
    <CreateActions isProposing={propose.isPending} onTemplate={takeTemplate} onCreate={() => onCreate()} />
  );
  const errors = propose.error ? toImportMessages(propose.error, (key, values) => t(`errors.${key}`, values)) : [];
  return (
    <>
      {profilesQuery.data?.length !== 0 && <PageActions>{actions}</PageActions>}
      {errors.length > 0 && <ImportErrors errors={errors} />}
      {profilesQuery.data?.length === 0 ? (
        <EmptyState title={t('exportProfiles.none')} text={t('exportProfiles.noneHint')} actions={actions} />
      ) : (
        <SavedItemList
          messages="exportProfiles"
          items={profilesQuery.data?.map(profile => ({
            id: profile.id,
            name: profile.name,
            title: <LinkButton onClick={() => onOpen(profile.id)}>{profile.name}</LinkButton>,
            description: [
              t('exportProfiles.columns', { smart_count: profile.columns.length }),
              `.${profile.file.type}`,
              savedBy(profile),
            ].join(' · '),
            actions: (
              <Button aria-label={t('exportProfiles.copyOf', { name: profile.name })} onClick={() => copy(profile)}>
                {t('exportProfiles.copy')}
              </Button>
            ),
          }))}
          query={profilesQuery}
          removal={removal}
        />
      )}
    </>
  );
};

interface CreateActionsProps {
  isProposing: boolean;
  onTemplate: (file: File) => void;
  onCreate: () => void;
}

const CreateActions = ({ isProposing, onTemplate, onCreate }: CreateActionsProps) => {
  const t = useT();
  return (
    <>
      <FilePicker
        label={t('exportProfiles.fromTemplate')}
        accept=".xlsx,.ods,.csv,.txt"
        onChoose={([file]) => file && onTemplate(file)}
      >
        {choose => (
          <Button variant="outlined" loading={isProposing} onClick={choose}>
            {t('exportProfiles.fromTemplate')}
          </Button>
        )}
      </FilePicker>
      <Button variant="contained" data-shortcut="n" onClick={onCreate}>
        {t('exportProfiles.create')}
      </Button>
    </>
  );
};
