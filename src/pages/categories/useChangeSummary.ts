import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import type { PlacedNode, RemovedNode, RenamedNode, TreeChanges } from './treeChanges.ts';

interface ChangeKinds {
  added: readonly PlacedNode[];
  renamed: readonly RenamedNode[];
  moved: readonly PlacedNode[];
  /** Only the topmost of nested deletions, since that is what the user deleted. */
  removed: readonly RemovedNode[];
}

export const groupChanges = ({ placed, renamed, removed }: TreeChanges): ChangeKinds => {
  const removedIds = new Set(removed.map(({ id }) => id));
  return {
    added: placed.filter(({ isNew }) => isNew),
    renamed,
    moved: placed.filter(({ isNew }) => !isNew),
    removed: removed.filter(({ parent }) => parent === null || !removedIds.has(parent)),
  };
};

export const useChangeSummary = (): ((changes: TreeChanges) => string) => {
  const t = useT();
  const { number } = useFormats();
  return changes => {
    const kinds = groupChanges(changes);
    return (['added', 'renamed', 'moved', 'removed'] as const)
      .filter(kind => kinds[kind].length > 0)
      .map(kind => t(`categoryEditor.${kind}`, { number: number(kinds[kind].length) }))
      .join(', ');
  };
};
