import { useIsAutosaveFailing } from '#providers/forms/formAutosave.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FORM_ID } from '#resources/form/SaveBar.tsx';
import { Button } from '#ui/Button.tsx';
import { registerBottomBar } from '#ui/bottomBar.ts';
import styles from './Profile.module.css';
import type { ProfileDraft } from './useProfileDraft.ts';
import type { ProfileSaving } from './useSaveProfile.ts';

interface ProfileSaveBarProps {
  draft: ProfileDraft;
  saving: ProfileSaving;
}

export const ProfileSaveBar = ({ draft, saving }: ProfileSaveBarProps) => {
  const t = useT();
  const isFailing = useIsAutosaveFailing();
  return (
    <div ref={registerBottomBar} className={styles['saveBar']} role="region" aria-label={t('shell.unsaved')}>
      <div>
        <strong>{t('shell.unsaved')}</strong>
        {isFailing && <p role="status">{t('editing.notKept')}</p>}
      </div>
      <Button disabled={saving.isSaving} onClick={draft.discard}>
        {t('shell.revert')}
      </Button>
      <Button
        type="submit"
        form={FORM_ID}
        variant="contained"
        loading={saving.isSaving}
        disabled={!saving.isPossible || draft.isOutdated}
      >
        {t('shell.save')}
      </Button>
    </div>
  );
};
