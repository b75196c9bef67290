import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import styles from './Categories.module.css';
import type { TreeEdits } from './useTreeEdits.ts';

interface CutBarProps {
  edits: TreeEdits;
  /** Whether a save is under way, which would lose any change of the tree. */
  isBusy: boolean;
}

export const CutBar = ({ edits, isBusy }: CutBarProps) => {
  const t = useT();
  const { cut, active, nameOf } = edits;
  if (cut === null) return null;
  const name = active === null || active === cut ? null : nameOf(active);
  const refusal = (position: 'last' | 'after') =>
    active === null ? null : edits.refusal(cut, { id: active, where: position });
  const insideRefusal = refusal('last');
  return (
    <div className={styles['cut']} role="group" aria-label={t('categoryEditor.isCut', { name: nameOf(cut) })}>
      <p>
        {t('categoryEditor.isCut', { name: nameOf(cut) })}
        {name !== null && insideRefusal && <small>{t(`categoryEditor.refused.${insideRefusal}`)}</small>}
      </p>
      {name !== null && (
        <>
          <Button variant="outlined" disabled={isBusy || insideRefusal !== null} onClick={() => edits.paste('inside')}>
            {t('categoryEditor.pasteInside', { name })}
          </Button>
          <Button disabled={isBusy || refusal('after') !== null} onClick={() => edits.paste('after')}>
            {t('categoryEditor.pasteAfter', { name })}
          </Button>
        </>
      )}
      <Button disabled={isBusy} onClick={() => edits.paste('top')}>
        {t('categoryEditor.pasteTop')}
      </Button>
      <Button onClick={edits.dropCut}>{t('categoryEditor.drop')}</Button>
    </div>
  );
};
