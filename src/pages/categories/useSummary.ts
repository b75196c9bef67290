import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import type { Changes, Placed, Removed, Renamed } from './changes.ts';

/** Changes by kind, as people count them. */
interface Kinds {
  added: readonly Placed[];
  renamed: readonly Renamed[];
  moved: readonly Placed[];
  /** Without those that are deleted together with their parent. */
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

/** Says how many categories are added, renamed, moved and deleted. */
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
