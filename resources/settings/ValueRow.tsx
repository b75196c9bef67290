import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import UnarchiveIcon from '@mui/icons-material/UnarchiveOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useUpdate } from 'react-admin';
import { referenceResource } from '#contract/referenceResource.ts';
import { MAX_SYNONYMS_LENGTH } from '#contract/references.ts';
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
      <Synonyms code={code} value={value} />
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
  return (
    <ValueText {...{ code, value }} field="name" label={t('ordering.rename', { name })} maxLength={MAX_NAME_LENGTH} />
  );
};

const MAX_NAME_LENGTH = 255;

const Synonyms = ({ code, value }: ValueProps) => {
  const t = useT();
  const label = t('ordering.synonyms', { name: value.name });
  return (
    <ValueText
      {...{ code, value, label }}
      field="synonyms"
      maxLength={MAX_SYNONYMS_LENGTH}
      placeholder={t('ordering.synonymsHint')}
    />
  );
};

interface ValueTextProps extends ValueProps {
  field: 'name' | 'synonyms';
  label: string;
  maxLength: number;
  placeholder?: string;
}

const ValueText = ({ code, value, field, ...rest }: ValueTextProps) => {
  const text = String(value[field] ?? '');
  const { save, fault } = useSaveValue(code, value);
  const [typedText, setTypedText] = useState<string | null>(null);
  const savingText = useRef<string | null>(null);
  const commit = async () => {
    const next = (typedText ?? text).trim();
    // After Enter, leaving the field would send the same text again.
    if (next === savingText.current) return;
    // A name cannot be empty. If the user clears it, the previous name is restored.
    if (next !== (savingText.current ?? text) && !(next === '' && field === 'name')) {
      savingText.current = next;
      const isSaved = await save({ [field]: next || null });
      if (savingText.current === next) savingText.current = null;
      if (!isSaved) return;
    }
    // What was typed while the text was being saved stays.
    setTypedText(now => (now === typedText ? null : now));
  };
  return (
    <InlineField
      {...rest}
      value={typedText ?? text}
      error={fault}
      onType={setTypedText}
      onCommit={() => void commit()}
      onCancel={() => setTypedText(null)}
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
