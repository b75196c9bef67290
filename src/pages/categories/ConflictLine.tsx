import { useId } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { MergeSideOption } from '#resources/form/MergeSideOption.tsx';
import styles from './Categories.module.css';
import { type CategoryNodes, findNode, findPath, moveToPlaceOf, renameNode } from './categoryNodes.ts';
import type { RebaseConflict } from './rebase.ts';
import type { ConflictSide, MergeResult, StagedTree } from './useStagedTree.ts';

interface ConflictLineProps {
  conflict: RebaseConflict;
  sides: MergeResult['sides'];
  stagedTree: Pick<StagedTree, 'tree' | 'edit'>;
  isBusy: boolean;
}

/**
 * A conflict with another user's edit. The edit made here wins unless the user chooses the other edit. This choice is
 * an ordinary edit and can be undone.
 */
export const ConflictLine = ({
  conflict: { kind, id, name },
  sides,
  stagedTree: { tree, edit },
  isBusy,
}: ConflictLineProps) => {
  const t = useT();
  const group = useId();
  const description = t(`categoryEditor.clash.${kind}`, { name });
  if ((kind !== 'renamed' && kind !== 'moved') || !findNode(tree, id)) return description;
  const nameOf = (side: ConflictSide) => findNode(sides[side], id)?.name ?? '';
  const findParentName = (side: ConflictSide) => findPath(sides[side], id).at(-2)?.name ?? t('categoryEditor.top');
  const describeSide = kind === 'renamed' ? nameOf : findParentName;
  const treeWith = (side: ConflictSide): CategoryNodes | null =>
    kind === 'renamed' ? renameNode(tree, id, nameOf(side)) : moveToPlaceOf(tree, id, sides[side]);
  return (
    <fieldset className={styles['clash']}>
      <legend>{description}</legend>
      <p>
        {t('editing.base')}: {describeSide('base')}
      </p>
      {(['theirs', 'mine'] as const).map(side => {
        const mergedTree = treeWith(side);
        return (
          <MergeSideOption
            key={side}
            group={group}
            label={t(`categoryEditor.${side === 'mine' ? 'mine' : 'others'}`)}
            isChosen={mergedTree === tree}
            isDisabled={isBusy || !mergedTree}
            onChoose={() => mergedTree && edit(mergedTree)}
          >
            {describeSide(side)}
          </MergeSideOption>
        );
      })}
    </fieldset>
  );
};
