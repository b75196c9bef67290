import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useState } from 'react';
import { useCanAccess, useDelete, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Usages } from '#contract/usages.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { getListPath } from '../engine/resourcePaths.ts';
import type { Definition } from '../engine/types.ts';
import { useLabels } from '../engine/useLabels.ts';
import { DeleteConfirmation } from './DeleteConfirmation.tsx';
import styles from './Editor.module.css';
import { parseUsages } from './parseUsages.ts';
import { ReferencingRecords } from './ReferencingRecords.tsx';
import { UsagesDialog } from './UsagesDialog.tsx';
import type { EditedRecord } from './useSave.ts';

interface DeleteButtonProps {
  definition: Definition;
  record: EditedRecord;
  onDeleted: () => Promise<void>;
}

export const DeleteButton = ({ definition, record, onDeleted }: DeleteButtonProps) => {
  const t = useT();
  const { canAccess: canDelete } = useCanAccess({ resource: definition.name, action: 'delete' });
  const navigate = useNavigate();
  const { reset } = useFormContext();
  const [isAsking, setAsking] = useState(false);
  const [usages, setUsages] = useState<Usages['uses'] | null>(null);
  const leave = () => {
    reset(record);
    void onDeleted().then(() => navigate(getListPath(definition.name)));
  };
  const { remove, isPending } = useRemoval(definition, record, leave, setUsages);
  if (!canDelete) return null;
  const name = definition.represent(record);
  return (
    <>
      <Button
        startIcon={<DeleteIcon fontSize="small" />}
        className={styles['delete'] ?? ''}
        aria-label={t('shell.delete')}
        onClick={() => setAsking(true)}
      >
        <span>{t('shell.delete')}</span>
      </Button>
      <DeleteConfirmation
        {...{ name, isAsking, isPending }}
        onClose={() => setAsking(false)}
        onConfirm={() => remove(() => setAsking(false))}
      >
        <ReferencingRecords resource={definition.name} ids={[record.id]} />
      </DeleteConfirmation>
      {usages && (
        <UsagesDialog
          {...{ record, name, usages }}
          resource={definition.name}
          onClose={() => setUsages(null)}
          onDone={leave}
        />
      )}
    </>
  );
};

const useRemoval = (
  definition: Definition,
  record: EditedRecord,
  onDeleted: () => void,
  onUsagesFound: (usages: Usages['uses']) => void,
) => {
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const { resultMessage } = useLabels(definition.name);
  const [start, { isPending }] = useDelete<EditedRecord, Error>();
  const name = definition.represent(record);
  const remove = (onSettled: () => void) =>
    start(
      definition.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: result => {
          onSettled();
          notify(resultMessage('deleted', name), { type: 'success', batchId: written.take(result) });
          onDeleted();
        },
        onError: error => {
          onSettled();
          const usages = parseUsages(error);
          if (usages) onUsagesFound(usages);
          else if (findApiError(error)?.kind === 'notFound') {
            notify(resultMessage('alreadyDeleted', name), { type: 'warning' });
            onDeleted();
          } else notifyError(error);
        },
      },
    );
  return { remove, isPending };
};
