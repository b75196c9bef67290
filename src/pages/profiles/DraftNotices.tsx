import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { VersionedDraft } from './useVersionedDraft.ts';

interface DraftNoticesProps {
  messages: 'importPage.profile' | 'exportProfiles';
  draft: Pick<VersionedDraft, 'left' | 'isOutdated' | 'discard'>;
  isSaving: boolean;
  /** Who has saved the profile, and when. */
  savedBy: string;
  /** Replaces the version that somebody else has saved. */
  onReplace: () => void;
}

/** Notices about changes left behind by a closed tab, and about a colleague's save while there are unsaved changes. */
export const DraftNotices = ({ messages, draft, isSaving, savedBy, onReplace }: DraftNoticesProps) => {
  const t = useT();
  const { moment } = useFormats();
  return (
    <>
      {draft.left && (
        <Notice
          kind="info"
          role="status"
          actions={
            <>
              <Button variant="outlined" disabled={isSaving} onClick={draft.left.restore}>
                {t(`${messages}.leftAgain`)}
              </Button>
              <Button onClick={draft.left.drop}>{t(`${messages}.leftDrop`)}</Button>
            </>
          }
        >
          {t(`${messages}.left`, { when: moment(new Date(draft.left.at).toISOString()) })}
        </Notice>
      )}
      {draft.isOutdated && (
        <Notice
          kind="warning"
          role="alert"
          actions={
            <>
              <Button variant="outlined" loading={isSaving} onClick={onReplace}>
                {t(`${messages}.saveMine`)}
              </Button>
              <Button disabled={isSaving} onClick={draft.discard}>
                {t(`${messages}.dropMine`)}
              </Button>
            </>
          }
        >
          {t(`${messages}.outdated`, { by: savedBy })}
        </Notice>
      )}
    </>
  );
};
