import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_NAMES } from '#contract/ordering.ts';
import { invalidateReference } from '#providers/cache/referenceValues.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFormats } from '../engine/format.ts';
import styles from './Values.module.css';

interface AddValuesProps {
  code: string;
  text: string;
  setText: (text: string) => void;
}

export const AddValues = ({ code, text, setText }: AddValuesProps) => {
  const t = useT();
  const api = useApi();
  const client = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const { number } = useFormats();
  const [isBusy, setBusy] = useState(false);
  const names = text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
  const isTooMany = names.length > MAX_NAMES;
  const add = async () => {
    setBusy(true);
    try {
      const result = await api(endpoints.references.createMany, { params: { name: code }, body: { names } });
      const { ids, existing } = result;
      await invalidateReference(client, code);
      setText('');
      const outcome = [
        t('ordering.added', { number: number(ids.length) }),
        ...(existing.length > 0 ? [t('ordering.existing', { names: existing.join(', ') })] : []),
      ];
      notify(outcome.join('. '), { type: 'success', batchId: written.take(result) });
    } catch (error) {
      if (!notifyError(error)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles['more']}>
      <TextField
        label={t('ordering.more')}
        helperText={isTooMany ? t('ordering.tooMany', { number: number(MAX_NAMES) }) : t('ordering.moreHint')}
        error={isTooMany}
        value={text}
        lines={[2, 10]}
        onChange={event => setText(event.target.value)}
      />
      <Button variant="outlined" disabled={names.length === 0 || isTooMany} loading={isBusy} onClick={() => void add()}>
        {t('ordering.add')}
      </Button>
    </div>
  );
};
