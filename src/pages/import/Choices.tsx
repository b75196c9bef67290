import type { PreparedChoices, PreparedImport } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import preview from './Preview.module.css';

interface ChoicesProps {
  preparedImport: Pick<PreparedImport, 'missing' | 'create' | 'clear'>;
  onChange: (changes: PreparedChoices) => void;
  disabled: boolean;
}

export const Choices = ({ preparedImport: { missing, create, clear }, onChange, disabled }: ChoicesProps) => {
  const t = useT();
  const { references, chosen, may_create } = missing;
  return (
    <div className={preview['choices']}>
      {chosen.length > 0 && (
        <>
          <p>{t('importPage.preview.willCreate')}</p>
          <NameLists references={chosen} />
        </>
      )}
      {references.length > 0 && (
        <>
          <p>{t(create ? 'importPage.preview.willCreate' : 'importPage.preview.missing')}</p>
          <NameLists references={references} />
          {may_create ? (
            <Checkbox
              label={t('importPage.preview.create')}
              checked={create}
              disabled={disabled}
              onChange={({ target }) => onChange({ create: target.checked })}
            />
          ) : (
            <p>{t('importPage.preview.mayNotCreate')}</p>
          )}
        </>
      )}
      <Checkbox
        label={t('importPage.preview.clear')}
        checked={clear}
        disabled={disabled}
        onChange={({ target }) => onChange({ clear: target.checked })}
      />
    </div>
  );
};

const NameLists = ({ references }: Pick<PreparedImport['missing'], 'references'>) => {
  const t = useT();
  return (
    <ul>
      {references.map(({ reference, count, names }) => (
        <li key={reference}>
          {t('importPage.preview.missingIn', { reference })} {names.map(name => t('shell.quoted', { name })).join(', ')}
          {count > names.length && '…'}
        </li>
      ))}
    </ul>
  );
};
