import { useT } from '#providers/i18nProvider.ts';
import type { LeftForm } from '#providers/vault.ts';
import notes from '#resources/schema/edit/Notes.module.css';
import { useFormats } from '#resources/schema/format.ts';
import { Button } from '#resources/schema/ui/Button.tsx';
import type { Changes } from './changes.ts';
import type { Staged } from './useStaged.ts';
import { useSummary } from './useSummary.ts';

interface LeftTreeProps {
  left: LeftForm;
  staged: Staged;
  /** The person has decided. */
  onDone: () => void;
}

/** Edits that a form of this tree has left unsaved, to be brought back or discarded. */
export const LeftTree = ({ left, staged, onDone }: LeftTreeProps) => {
  const t = useT();
  const { moment } = useFormats();
  const say = useSummary();
  // The vault gives back what this page has kept in it.
  const changes = left.typed['changes'] as Changes;
  const restore = () => {
    staged.restore(changes);
    onDone();
  };
  return (
    <div className={notes['note']} role="status">
      <p>{t('categoryEditor.left', { when: moment(new Date(left.at).toISOString()), what: say(changes) })}</p>
      <Button variant="outlined" color="inherit" onClick={restore}>
        {t('categoryEditor.leftAgain')}
      </Button>
      <Button color="inherit" onClick={onDone}>
        {t('categoryEditor.leftDrop')}
      </Button>
    </div>
  );
};
