import type { ImportPreview } from '#contract/importing.ts';
import type { HowRead } from '#providers/jobs/importStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import preview from './Preview.module.css';

interface ChoicesProps {
  seen: ImportPreview;
  how: HowRead;
  onHow: (how: HowRead) => void;
}

/** What references lack, and how the table may be read otherwise; each choice has it looked at again. */
export const Choices = ({ seen: { missing }, how, onHow }: ChoicesProps) => {
  const t = useT();
  const { references, may_create } = missing;
  return (
    <div className={preview['choices']}>
      {references.length > 0 && (
        <>
          <p>{t(how.create ? 'importPage.preview.willCreate' : 'importPage.preview.missing')}</p>
          <ul>
            {references.map(({ reference, count, names }) => (
              <li key={reference}>
                {t('importPage.preview.missingIn', { reference, count })} {names.map(name => `«${name}»`).join(', ')}
                {count > names.length && '…'}
              </li>
            ))}
          </ul>
          {may_create ? (
            <Checkbox
              label={t('importPage.preview.create')}
              checked={how.create}
              onChange={({ target }) => onHow({ ...how, create: target.checked })}
            />
          ) : (
            <p>{t('importPage.preview.mayNotCreate')}</p>
          )}
        </>
      )}
      <Checkbox
        label={t('importPage.preview.clear')}
        checked={how.clear}
        onChange={({ target }) => onHow({ ...how, clear: target.checked })}
      />
    </div>
  );
};
