import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useImportProfiles, useRemoveImportProfile } from '#providers/jobs/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { LinkButton } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { ProfileFile } from './ProfileFile.tsx';
import { useScheduleTexts } from './profile/schedule/useScheduleTexts.ts';
import { SavedItemList } from './SavedItemList.tsx';
import { useSavedByText } from './useSavedByText.ts';

/** The saved import profiles, shared by everyone who imports. */
export const ImportProfiles = ({ onOpen }: { onOpen: (id: number) => void }) => {
  const t = useT();
  const api = useApi();
  const savedBy = useSavedByText();
  const { summaryOf } = useScheduleTexts();
  const profilesQuery = useImportProfiles();
  return (
    <SavedItemList
      messages="importPage.profiles"
      listActions={<ProfileFile onOpen={onOpen} />}
      items={profilesQuery.data?.map(profile => ({
        id: profile.id,
        name: profile.name,
        title: <LinkButton onClick={() => onOpen(profile.id)}>{profile.name}</LinkButton>,
        description: [profile.schedule && summaryOf(profile.schedule), savedBy(profile)].filter(Boolean).join(' · '),
        actions: (
          <DownloadButton
            variant="text"
            download={() => api.download(endpoints.importProfiles.exported, { params: { id: profile.id } })}
            spareName={`profile-${profile.id}.json`}
          >
            {t('importPage.profiles.export')}
          </DownloadButton>
        ),
      }))}
      query={profilesQuery}
      removal={useRemoveImportProfile()}
    />
  );
};
