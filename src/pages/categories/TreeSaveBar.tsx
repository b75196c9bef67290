import { useIsAutosaveFailing } from '#providers/forms/formAutosave.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import { useChangeSummary } from './useChangeSummary.ts';
import { type SaveState, usePageKeys } from './useSaveTree.ts';
import type { StagedTree } from './useStagedTree.ts';

interface TreeSaveBarProps {
  stagedTree: StagedTree;
  saveState: SaveState;
}

/** Discarding needs no confirmation, because it can be undone. */
export const TreeSaveBar = ({ stagedTree, saveState: { isSaving, save } }: TreeSaveBarProps) => {
  const t = useT();
  const summarize = useChangeSummary();
  const isFailing = useIsAutosaveFailing();
  const { isChanged, changes } = stagedTree;
  usePageKeys({ save, undo: () => !isSaving && stagedTree.undo(), redo: () => !isSaving && stagedTree.redo() });
  return (
    <BottomBar
      label={t('shell.unsaved')}
      description={
        isChanged && (
          <>
            <p>
              <strong>{t('shell.unsaved')}:</strong> {summarize(changes)}
            </p>
            {isFailing && <p role="status">{t('editing.notKept')}</p>}
          </>
        )
      }
    >
      <Button disabled={!isChanged || isSaving} onClick={() => stagedTree.edit(stagedTree.base)}>
        {t('categoryEditor.discard')}
      </Button>
      <Button variant="contained" loading={isSaving} disabled={!isChanged} onClick={save}>
        {t('shell.save')}
      </Button>
    </BottomBar>
  );
};
