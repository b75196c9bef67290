import { useT } from '#providers/i18nProvider.ts';
import { useIsVaultFailing } from '#providers/vault.ts';
import { Button } from '#resources/schema/ui/Button.tsx';
import styles from './Categories.module.css';
import { type Saving, usePageKeys } from './useSaveTree.ts';
import type { Staged } from './useStaged.ts';
import { useSummary } from './useSummary.ts';

interface SaveTreeProps {
  staged: Staged;
  saving: Saving;
}

/** What is not saved in few words, and the ways to save it or to give it up; the latter can be undone. */
export const SaveTree = ({ staged, saving: { isSaving, save } }: SaveTreeProps) => {
  const t = useT();
  const say = useSummary();
  const isFailing = useIsVaultFailing();
  const { isChanged, changes } = staged;
  usePageKeys({ save, undo: () => !isSaving && staged.undo(), redo: () => !isSaving && staged.redo() });
  return (
    <div className={styles['saveBar']} role="region" aria-label={t('shell.unsaved')}>
      <div>
        {isChanged && (
          <p>
            <strong>{t('shell.unsaved')}:</strong> {say(changes)}
          </p>
        )}
        {isChanged && isFailing && <p role="status">{t('editing.notKept')}</p>}
      </div>
      <Button color="inherit" disabled={!isChanged || isSaving} onClick={() => staged.edit(staged.base)}>
        {t('categoryEditor.discard')}
      </Button>
      <Button variant="contained" loading={isSaving} disabled={!isChanged} onClick={save}>
        {t('shell.save')}
      </Button>
    </div>
  );
};
