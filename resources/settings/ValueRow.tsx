import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import UnarchiveIcon from '@mui/icons-material/UnarchiveOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdate } from 'react-admin';
import { referenceResource } from '#contract/referenceResource.ts';
import { invalidateReference, type ReferenceItem } from '#providers/cache/referenceValues.ts';
import { getFormErrors } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { IconButton } from '#ui/Button.tsx';
import { InlineField } from '#ui/InlineField.tsx';
import { RemoveValue } from './RemoveValue.tsx';
import styles from './Values.module.css';

interface ValueProps {
  code: string;
  value: ReferenceItem;
}

export const ValueRow = ({ code, value }: ValueProps) => {
  const t = useT();
  const { save } = useSaveValue(code, value);
  const isArchived = Boolean(value['archived']);
  const label = t(isArchived ? 'ordering.restore' : 'ordering.archive', { name: value.name });
  return (
    <>
      <ValueName code={code} value={value} />
      {isArchived && <span className={styles['archived']}>{t('ordering.inArchive')}</span>}
      <IconButton aria-label={label} title={label} onClick={() => void save({ archived: !isArchived })}>
        {isArchived ? <UnarchiveIcon fontSize="small" /> : <ArchiveIcon fontSize="small" />}
      </IconButton>
      <RemoveValue code={code} value={value} />
    </>
  );
};

const ValueName = ({ code, value }: ValueProps) => {
  const t = useT();
  const { name } = value;
  const { save, fault } = useSaveValue(code, value);
  const [typedName, setTypedName] = useState<string | null>(null);
  const rename = async () => {
    const next = typedName?.trim() ?? '';
    if (next === '' || next === name || (await save({ name: next }))) setTypedName(null);
  };
  return (
    <InlineField
      label={t('ordering.rename', { name })}
      value={typedName ?? name}
      maxLength={255}
      error={fault}
      onType={setTypedName}
      onCommit={() => void rename()}
      onCancel={() => setTypedName(null)}
    />
  );
};

const useSaveValue = (code: string, value: ReferenceItem) => {
  const client = useQueryClient();
  const notifyError = useNotifyError();
  const [update] = useUpdate<ReferenceItem, Error>();
  const [error, setError] = useState('');
  const save = async (data: Partial<ReferenceItem>): Promise<boolean> => {
    try {
      await update(
        referenceResource(code),
        { id: value.id, data, previousData: value },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
      setError('');
      await invalidateReference(client, code);
      return true;
    } catch (error) {
      const nameError = getFormErrors(error)?.['name'];
      setError(nameError ?? '');
      if (!nameError && !notifyError(error)) throw error;
      return false;
    }
  };
  return { save, fault: error };
};
