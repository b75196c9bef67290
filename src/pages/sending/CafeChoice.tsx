import type { ResourceRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import styles from './Sending.module.css';

interface CafeChoiceProps {
  cafes: readonly ResourceRecord<'settings/cafe'>[];
  /**
   * Stores which cafes are excluded rather than included, so that all cafes, even new ones, are included by default.
   */
  unpickedIds: ReadonlySet<number>;
  onPick: (unpickedIds: ReadonlySet<number>) => void;
}

export const CafeChoice = ({ cafes, unpickedIds, onPick }: CafeChoiceProps) => {
  const t = useT();
  const pickedCount = cafes.length - cafes.filter(({ id }) => unpickedIds.has(id)).length;
  const setPicked = (ids: readonly number[], isPicked: boolean) => {
    const others = [...unpickedIds].filter(id => !ids.includes(id));
    onPick(new Set(isPicked ? others : [...others, ...ids]));
  };
  return (
    <fieldset className={styles['part']}>
      <legend>{t('sending.cafes')}</legend>
      <Checkbox
        label={t('sending.allCafes')}
        checked={pickedCount === cafes.length}
        isPartial={pickedCount > 0 && pickedCount < cafes.length}
        onChange={event =>
          setPicked(
            cafes.map(({ id }) => id),
            event.target.checked,
          )
        }
      />
      <div className={styles['cafes']}>
        {cafes.map(({ id, name, kind, address, folder }) => (
          <Checkbox
            key={id}
            label={name}
            hint={kind === 'folder' ? t('sending.inFolder', { folder: folder ?? '' }) : address}
            checked={!unpickedIds.has(id)}
            onChange={event => setPicked([id], event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
};
