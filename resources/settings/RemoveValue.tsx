import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDelete } from 'react-admin';
import type { ResourceName } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import type { Usages } from '#contract/usages.ts';
import { invalidateReference, type ReferenceItem } from '#providers/cache/referenceValues.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { IconButton } from '#ui/Button.tsx';
import { DeleteConfirmation } from '../form/DeleteConfirmation.tsx';
import { parseUsages } from '../form/parseUsages.ts';
import { UsagesDialog } from '../form/UsagesDialog.tsx';

interface RemoveValueProps {
  code: string;
  value: ReferenceItem;
}

/** Deletes a value after a confirmation. A value in use cannot be deleted, so the dialog offers alternatives. */
export const RemoveValue = ({ code, value }: RemoveValueProps) => {
  const t = useT();
  const client = useQueryClient();
  const notifyError = useNotifyError();
  const [isAsking, setAsking] = useState(false);
  const [usages, setUsages] = useState<Usages['uses'] | null>(null);
  const [remove, { isPending }] = useDelete<ReferenceItem, Error>();
  const { id, name } = value;
  const resource = referenceResource(code);
  const label = t('ordering.remove', { name });
  const reread = (): void => {
    setUsages(null);
    void invalidateReference(client, code);
  };
  const confirm = () =>
    void remove(
      resource,
      { id, previousData: value },
      {
        mutationMode: 'pessimistic',
        onSuccess: reread,
        onError: error => {
          const usages = parseUsages(error);
          setAsking(false);
          setUsages(usages);
          if (!usages) notifyError(error);
        },
      },
    );
  return (
    <>
      <IconButton aria-label={label} title={label} onClick={() => setAsking(true)}>
        <DeleteIcon fontSize="small" />
      </IconButton>
      <DeleteConfirmation {...{ name, isAsking, isPending }} onClose={() => setAsking(false)} onConfirm={confirm} />
      {usages && (
        <UsagesDialog
          resource={resource as ResourceName}
          record={value}
          {...{ name, usages }}
          onClose={() => setUsages(null)}
          onDone={reread}
        />
      )}
    </>
  );
};
