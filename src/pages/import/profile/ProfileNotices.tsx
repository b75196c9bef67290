import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Notice } from '#ui/Notice.tsx';
import { DraftNotices } from '../../profiles/DraftNotices.tsx';
import { useSavedByText } from '../useSavedByText.ts';
import type { ProfileDraft } from './useProfileDraft.ts';
import type { ProfileSaving } from './useSaveProfile.ts';

interface ProfileNoticesProps {
  storedProfile: ImportProfileDetails;
  draft: ProfileDraft;
  saveState: ProfileSaving;
}

export const ProfileNotices = ({ storedProfile, draft, saveState }: ProfileNoticesProps) => {
  const t = useT();
  const savedBy = useSavedByText();
  const { unknown_fields } = storedProfile;
  return (
    <>
      <DraftNotices
        messages="importPage.profile"
        draft={draft}
        isSaving={saveState.isSaving}
        savedBy={savedBy(storedProfile)}
        onReplace={() => saveState.save(storedProfile.version)}
      />
      {unknown_fields.length > 0 && (
        <Notice kind="warning">
          {t('importPage.profile.unknownFields', {
            smart_count: unknown_fields.length,
            names: unknown_fields.map(name => t('shell.quoted', { name })).join(', '),
          })}
        </Notice>
      )}
    </>
  );
};
