import type { ImportPreview } from '#contract/importing.ts';
import type { ImportChoices } from '#providers/jobs/importing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import preview from './Preview.module.css';

interface ChoicesProps {
  seen: ImportPreview;
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
  /** A change reads the table again, which would give up the start of its import. */
  disabled: boolean;
}

export const Choices = ({ seen: { missing }, choices, onChoices, disabled }: ChoicesProps) => {
  const t = useT();
  const { references, may_create } = missing;
  return (
    <div className={preview['choices']}>
      {references.length > 0 && (
        <>
          <p>{t(choices.create ? 'importPage.preview.willCreate' : 'importPage.preview.missing')}</p>
          <ul>
            {references.map(({ reference, count, names }) => (
              <li key={reference}>
                {t('importPage.preview.missingIn', { reference })}{' '}
                {names.map(name => t('shell.quoted', { name })).join(', ')}
                {count > names.length && '…'}
              </li>
            ))}
          </ul>
          {may_create ? (
            <Checkbox
              label={t('importPage.preview.create')}
              checked={choices.create}
              disabled={disabled}
              onChange={({ target }) => onChoices({ ...choices, create: target.checked })}
            />
          ) : (
            <p>{t('importPage.preview.mayNotCreate')}</p>
          )}
        </>
      )}
      <Checkbox
        label={t('importPage.preview.clear')}
        checked={choices.clear}
        disabled={disabled}
        onChange={({ target }) => onChoices({ ...choices, clear: target.checked })}
      />
    </div>
  );
};
