import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import type { Changes, Placed, Removed, Renamed } from './treeChanges.ts';

interface Kinds {
  added: readonly Placed[];
  renamed: readonly Renamed[];
  moved: readonly Placed[];
  /** Only the topmost of nested deletions, since that is what the user deleted. */
  removed: readonly Removed[];
}

export const kindsOf = ({ placed, renamed, removed }: Changes): Kinds => {
  const gone = new Set(removed.map(({ id }) => id));
  return {
    added: placed.filter(({ isNew }) => isNew),
    renamed,
    moved: placed.filter(({ isNew }) => !isNew),
    removed: removed.filter(({ parent }) => parent === null || !gone.has(parent)),
  };
};

export const useSummary = (): ((changes: Changes) => string) => {
  const t = useT();
  const { number } = useFormats();
  return changes => {
    const kinds = kindsOf(changes);
    return (['added', 'renamed', 'moved', 'removed'] as const)
      .filter(kind => kinds[kind].length > 0)
      .map(kind => t(`categoryEditor.${kind}`, { number: number(kinds[kind].length) }))
      .join(', ');
  };
};
