import { useIsAutosaveFailing } from '#providers/forms/formAutosave.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { FORM_ID } from '#resources/form/SaveBar.tsx';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import type { VersionedDraft } from './useVersionedDraft.ts';

interface ProfileSaveBarProps {
  draft: Pick<VersionedDraft, 'discard' | 'isOutdated'>;
  saveState: { isSaving: boolean; isPossible: boolean };
}

export const ProfileSaveBar = ({ draft, saveState }: ProfileSaveBarProps) => {
  const t = useT();
  const isFailing = useIsAutosaveFailing();
  return (
    <BottomBar
      label={t('shell.unsaved')}
      description={
        <>
          <strong>{t('shell.unsaved')}</strong>
          {isFailing && <p role="status">{t('editing.notKept')}</p>}
        </>
      }
    >
      <Button disabled={saveState.isSaving} onClick={draft.discard}>
        {t('shell.revert')}
      </Button>
      <Button
        type="submit"
        form={FORM_ID}
        variant="contained"
        loading={saveState.isSaving}
        disabled={!saveState.isPossible || draft.isOutdated}
      >
        {t('shell.save')}
      </Button>
    </BottomBar>
  );
};
