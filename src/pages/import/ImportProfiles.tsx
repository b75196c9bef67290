import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useImportProfiles, useRemoveImportProfile } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { SavedItemList } from './SavedItemList.tsx';
import { useSavedByText } from './useSavedByText.ts';

/** The saved import profiles, shared by everyone who imports. */
export const ImportProfiles = () => {
  const t = useT();
  const api = useApi();
  const savedBy = useSavedByText();
  const reading = useImportProfiles();
  return (
    <SavedItemList
      texts="profiles"
      items={reading.data?.map(profile => ({
        id: profile.id,
        name: profile.name,
        about: savedBy(profile),
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
      reading={reading}
      removal={useRemoveImportProfile()}
    />
  );
};
