import { useId } from 'react';
import { useT } from '#providers/i18nProvider.ts';
import { SideChoice } from '#resources/schema/edit/SideChoice.tsx';
import styles from './Categories.module.css';
import { type Drafts, nodeIn, pathTo, withName, withPlaceOf } from './drafts.ts';
import type { Clash } from './rebase.ts';
import type { Merged, Side, Staged } from './useStaged.ts';

interface ClashLineProps {
  clash: Clash;
  sides: Merged['sides'];
  staged: Pick<Staged, 'tree' | 'edit'>;
}

/** Where edits met those of others. Of what both did one is taken, mine until then: an edit like any other. */
export const ClashLine = ({ clash: { kind, id, name }, sides, staged: { tree, edit } }: ClashLineProps) => {
  const t = useT();
  const group = useId();
  const words = t(`categoryEditor.clash.${kind}`, { name });
  if ((kind !== 'renamed' && kind !== 'moved') || !nodeIn(tree, id)) return words;
  const nameOf = (side: Side) => nodeIn(sides[side], id)?.name ?? '';
  const placeOf = (side: Side) => pathTo(sides[side], id).at(-2)?.name ?? t('categoryEditor.top');
  const valueOf = kind === 'renamed' ? nameOf : placeOf;
  const taking = (side: Side): Drafts | null =>
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
