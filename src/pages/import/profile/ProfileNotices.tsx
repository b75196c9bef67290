import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
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
  const { moment } = useFormats();
  const savedBy = useSavedByText();
  const { unknown_fields } = storedProfile;
  return (
    <>
      {draft.left && (
        <Notice
          kind="info"
          role="status"
          actions={
            <>
              <Button variant="outlined" onClick={draft.left.restore}>
                {t('importPage.profile.leftAgain')}
              </Button>
              <Button onClick={draft.left.drop}>{t('importPage.profile.leftDrop')}</Button>
            </>
          }
        >
          {t('importPage.profile.left', { when: moment(new Date(draft.left.at).toISOString()) })}
        </Notice>
      )}
      {draft.isOutdated && (
        <Notice
          kind="warning"
          role="alert"
          actions={
            <>
              <Button
                variant="outlined"
                loading={saveState.isSaving}
                onClick={() => saveState.save(storedProfile.version)}
              >
                {t('importPage.profile.saveMine')}
              </Button>
              <Button disabled={saveState.isSaving} onClick={draft.discard}>
                {t('importPage.profile.dropMine')}
              </Button>
            </>
          }
        >
          {t('importPage.profile.outdated', { by: savedBy(storedProfile) })}
        </Notice>
      )}
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
