import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useUpdate } from 'react-admin';
import { endpoints } from '#contract/endpoints.ts';
import type { ResourceName } from '#contract/records.ts';
import { getCollection } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { isReferenceName } from '#contract/references.ts';
import type { Usages } from '#contract/usages.ts';
import { useReferenceValues } from '#providers/cache/referenceValues.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { Combobox } from '#ui/combobox/Combobox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useFormats } from '../engine/format.ts';
import { useLabels } from '../engine/useLabels.ts';
import styles from './UsedDialog.module.css';

interface UsagesDialogProps {
  resource: ResourceName;
  record: { id: number; version: number; [field: string]: unknown };
  name: string;
  usages: Usages['uses'];
  onClose: () => void;
  onDone: () => void;
}

export const UsagesDialog = ({ resource, record, name, usages, onClose, onDone }: UsagesDialogProps) => {
  const t = useT();
  const [update, { isPending }] = useUpdate();
  const [isReplacing, setReplacing] = useState(false);
  const notifyError = useNotifyError();
  const notify = useNotify();
  const written = useService('written');
  const reference = parseReferenceName(resource);
  const mayArchive = 'archived' in getCollection(resource).fields && !record['archived'];
  const archive = () =>
    update(
      resource,
      { id: record.id, data: { archived: true }, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: result => {
          notify(t('used.archived', { name }), { type: 'success', batchId: written.take(result) });
          onDone();
        },
        onError: error => void notifyError(error),
      },
    );
  return (
    <Dialog
      title={t('used.title', { name })}
      onClose={isPending || isReplacing ? undefined : onClose}
      className={styles['used']}
      isQuestion
      action={
        mayArchive && (
          <Button variant="contained" loading={isPending} onClick={() => void archive()}>
            {t('used.archive')}
          </Button>
        )
      }
    >
      <p>{t('used.text')}</p>
      <dl>
        {usages.map(({ resource: holdingResource, count }) => (
          <UsageLine key={holdingResource} resource={holdingResource} count={count} />
        ))}
      </dl>
      {mayArchive && <p>{t('used.archiveHint')}</p>}
      {reference && <ReplacementForm {...{ reference, resource, record, name, isReplacing, setReplacing, onDone }} />}
    </Dialog>
  );
};

const UsageLine = ({ resource, count }: { resource: string; count: number }) => {
  const t = useT();
  const { number } = useFormats();
  const { several } = useLabels(resource);
  const reference = parseReferenceName(resource);
  return (
    <div>
      <dt>{reference && !isReferenceName(reference) ? t('used.values') : several}</dt>
      <dd>{number(count)}</dd>
    </div>
  );
};

type ReplacementFormProps = Pick<UsagesDialogProps, 'resource' | 'record' | 'name' | 'onDone'> & {
  reference: string;
  isReplacing: boolean;
  setReplacing: (isReplacing: boolean) => void;
};

const ReplacementForm = (props: ReplacementFormProps) => {
  const { reference, resource, record, name, isReplacing, setReplacing, onDone } = props;
  const t = useT();
  const api = useApi();
  const client = useQueryClient();
  const notifyError = useNotifyError();
  const notify = useNotify();
  const written = useService('written');
  const { values } = useReferenceValues(reference);
  const [replacementId, setReplacementId] = useState<number | null>(null);
  const others = values.filter(({ id, archived }) => id !== record.id && !archived);
  const replace = async (other: number) => {
    setReplacing(true);
    try {
      const result = await api(endpoints.references.replace, {
        params: { name: reference, id: String(record.id) },
        body: { by: other },
      });
      void client.invalidateQueries({ queryKey: [resource] });
      notify(t('used.replaced', { name }), { type: 'success', batchId: written.take(result) });
      onDone();
    } catch (error) {
      setReplacing(false);
      if (!notifyError(error)) throw error;
    }
  };
  return (
    <div className={styles['replacement']}>
      <Combobox
        label={t('used.by')}
        options={others.map(({ id }) => id)}
        getOptionLabel={id => values.find(value => value.id === id)?.name ?? `№ ${id}`}
        selectedValues={replacementId === null ? [] : [replacementId]}
        onChoose={([next = null]) => setReplacementId(next)}
      />
      <Button
        variant="outlined"
        disabled={replacementId === null}
        loading={isReplacing}
        onClick={() => replacementId !== null && void replace(replacementId)}
      >
        {t('used.replace')}
      </Button>
    </div>
  );
};
