import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useSavedByText } from '../useSavedByText.ts';
import type { ProfileDraft } from './useProfileDraft.ts';
import type { ProfileSaving } from './useSaveProfile.ts';

interface ProfileNoticesProps {
  stored: ImportProfileDetails;
  draft: ProfileDraft;
  saving: ProfileSaving;
}

export const ProfileNotices = ({ stored, draft, saving }: ProfileNoticesProps) => {
  const t = useT();
  const { moment } = useFormats();
  const savedBy = useSavedByText();
  const { unknown_fields } = stored;
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
              <Button variant="outlined" loading={saving.isSaving} onClick={() => saving.save(stored.version)}>
                {t('importPage.profile.saveMine')}
              </Button>
              <Button disabled={saving.isSaving} onClick={draft.discard}>
                {t('importPage.profile.dropMine')}
              </Button>
            </>
          }
        >
          {t('importPage.profile.outdated', { by: savedBy(stored) })}
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
