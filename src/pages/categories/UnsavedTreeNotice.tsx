import type { UnsavedDraft } from '#providers/forms/formAutosave.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { TreeChanges } from './treeChanges.ts';
import { useChangeSummary } from './useChangeSummary.ts';
import type { StagedTree } from './useStagedTree.ts';

interface UnsavedTreeNoticeProps {
  draft: UnsavedDraft;
  stagedTree: StagedTree;
  isBusy: boolean;
  onDone: () => void;
}

export const UnsavedTreeNotice = ({ draft, stagedTree, isBusy, onDone }: UnsavedTreeNoticeProps) => {
  const t = useT();
  const { moment } = useFormats();
  const summarize = useChangeSummary();
  // The cast is safe: autosave stores arbitrary JSON, but only this page writes these entries.
  const changes = draft.typed['changes'] as TreeChanges;
  const restore = () => {
    stagedTree.restore(changes);
    onDone();
  };
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <>
          <Button variant="outlined" disabled={isBusy} onClick={restore}>
            {t('categoryEditor.leftAgain')}
          </Button>
          <Button onClick={onDone}>{t('categoryEditor.leftDrop')}</Button>
        </>
      }
    >
      {t('categoryEditor.left', { when: moment(new Date(draft.at).toISOString()), what: summarize(changes) })}
    </Notice>
  );
};
