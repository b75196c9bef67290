import type { ResourceRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import styles from './Sending.module.css';

interface CafeChoiceProps {
  cafes: readonly ResourceRecord<'settings/cafe'>[];
  /**
   * Stores the excluded cafes rather than the included ones, so that all cafes, even new ones, are included by default.
   */
  unpicked: ReadonlySet<number>;
  onPick: (unpicked: ReadonlySet<number>) => void;
}

export const CafeChoice = ({ cafes, unpicked, onPick }: CafeChoiceProps) => {
  const t = useT();
  const picked = cafes.length - cafes.filter(({ id }) => unpicked.has(id)).length;
  const pick = (ids: readonly number[], isPicked: boolean) => {
    const others = [...unpicked].filter(id => !ids.includes(id));
    onPick(new Set(isPicked ? others : [...others, ...ids]));
  };
  return (
    <fieldset className={styles['part']}>
      <legend>{t('sending.cafes')}</legend>
      <Checkbox
        label={t('sending.allCafes')}
        checked={picked === cafes.length}
        isPartial={picked > 0 && picked < cafes.length}
        onChange={event =>
          pick(
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
            checked={!unpicked.has(id)}
            onChange={event => pick([id], event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
};
