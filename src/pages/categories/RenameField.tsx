import { useEffect, useRef } from 'react';
import { categoryLimits } from '#contract/limits.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Categories.module.css';
import type { TreeEdits } from './useTreeEdits.ts';

/** A name edited in place: Enter takes it, Escape restores the old one. */
export const RenameField = ({ edits }: { edits: TreeEdits }) => {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <input
      ref={field}
      className={styles['rename']}
      value={edits.renaming?.text ?? ''}
      maxLength={categoryLimits.nameLength}
      aria-label={t('categoryEditor.name')}
      onChange={event => edits.type(event.target.value)}
      onBlur={() => edits.finishName(true)}
      onClick={event => event.stopPropagation()}
      onKeyDown={event => {
        if (event.key === 'Enter') edits.finishName();
        if (event.key === 'Escape') edits.dropName();
      }}
    />
  );
};
