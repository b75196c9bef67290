import { getValueAt } from '#contract/values.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { useChangeLabels } from './useChangeLabels.ts';
import type { Conflict } from './useEditedRecord.ts';

interface ConflictDialogProps {
  definition: Definition;
  conflict: Conflict;
  onDecide: (theirs: readonly string[]) => void;
  onClose: () => void;
}

export const ConflictDialog = ({ definition, conflict, onDecide, onClose }: ConflictDialogProps) => {
  const t = useT();
  const { who } = useChangeLabels(definition);
  const { base, theirs, mine, merge, isSaving } = conflict;
  return (
    <MergeDialog
      definition={definition}
      rows={merge.conflicts.map(name => ({
        name,
        base: getValueAt(base, name),
        theirs: getValueAt(theirs, name),
        mine: getValueAt(mine, name),
      }))}
      undecidedNames={merge.conflicts}
      messages={{
        title: t('editing.conflictTitle'),
        about: t('editing.conflictText'),
        theirs: `${t('editing.theirs')}: ${who(theirs)}`,
        mine: t('editing.mine'),
        allTheirs: t('editing.allTheirs'),
        allMine: t('editing.allMine'),
        decide: t(isSaving ? 'editing.saveChosen' : 'editing.takeChosen'),
      }}
      onDecide={onDecide}
      onClose={onClose}
    />
  );
};
