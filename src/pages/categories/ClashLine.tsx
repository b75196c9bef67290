import { useId } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { SideChoice } from '#resources/form/SideChoice.tsx';
import styles from './Categories.module.css';
import { type CategoryNodes, nodeIn, pathTo, withName, withPlaceOf } from './categoryNodes.ts';
import type { Clash } from './rebase.ts';
import type { Merged, Side, Staged } from './useStaged.ts';

interface ClashLineProps {
  clash: Clash;
  sides: Merged['sides'];
  staged: Pick<Staged, 'tree' | 'edit'>;
}

/**
 * A conflict with another user's edit. Mine wins until the user picks theirs, which is an ordinary edit and can be
 * undone.
 */
export const ClashLine = ({ clash: { kind, id, name }, sides, staged: { tree, edit } }: ClashLineProps) => {
  const t = useT();
  const group = useId();
  const words = t(`categoryEditor.clash.${kind}`, { name });
  if ((kind !== 'renamed' && kind !== 'moved') || !nodeIn(tree, id)) return words;
  const nameOf = (side: Side) => nodeIn(sides[side], id)?.name ?? '';
  const placeOf = (side: Side) => pathTo(sides[side], id).at(-2)?.name ?? t('categoryEditor.top');
  const valueOf = kind === 'renamed' ? nameOf : placeOf;
  const taking = (side: Side): CategoryNodes | null =>
    kind === 'renamed' ? withName(tree, id, nameOf(side)) : withPlaceOf(tree, id, sides[side]);
  return (
    <fieldset className={styles['clash']}>
      <legend>{words}</legend>
      <p>
        {t('editing.base')}: {valueOf('base')}
      </p>
      {(['theirs', 'mine'] as const).map(side => {
        const taken = taking(side);
        return (
          <SideChoice
            key={side}
            group={group}
            label={t(`categoryEditor.${side === 'mine' ? 'mine' : 'others'}`)}
            isChosen={taken === tree}
            isDisabled={!taken}
            onChoose={() => taken && edit(taken)}
          >
            {valueOf(side)}
          </SideChoice>
        );
      })}
    </fieldset>
  );
};
