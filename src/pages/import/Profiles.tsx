import { endpoints } from '#contract/endpoints.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useProfiles, useRemoveProfile } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { KeptList } from './KeptList.tsx';
import { useSavedBy } from './useSavedBy.ts';

/** The senders whose columns are remembered, for all who import. */
export const Profiles = () => {
  const t = useT();
  const api = useApi();
  const savedBy = useSavedBy();
  const reading = useProfiles();
  return (
    <KeptList
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
      removal={useRemoveProfile()}
    />
  );
};
