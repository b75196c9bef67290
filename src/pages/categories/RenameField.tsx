import { categoryLimits } from '#contract/limits.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { InlineField } from '#ui/InlineField.tsx';
import type { TreeEdits } from './useTreeEdits.ts';

export const RenameField = ({ edits }: { edits: TreeEdits }) => (
  <InlineField
    label={useT()('categoryEditor.name')}
    value={edits.renaming?.text ?? ''}
    maxLength={categoryLimits.nameLength}
    selectsOnMount
    onType={edits.type}
    onCommit={edits.finishName}
    onCancel={edits.dropName}
  />
);
