import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDelete, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Uses } from '#contract/uses.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { useCan } from '#providers/profile.ts';
import { listAddress } from '../addresses.ts';
import type { Definition } from '../types.ts';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import styles from './Editor.module.css';
import { UsedDialog, usesIn } from './UsedDialog.tsx';
import type { EditedRecord } from './useSave.ts';

interface DeleteButtonProps {
  definition: Definition;
  record: EditedRecord;
  /** What was typed over the record goes with it. */
  onDeleted: () => Promise<void>;
}

/** Deletes a record after a question. */
export const DeleteButton = ({ definition, record, onDeleted }: DeleteButtonProps) => {
  const t = useT();
  const may = useCan();
  const notify = useNotify();
  const tell = useTellFailure();
  const navigate = useNavigate();
  const { reset } = useFormContext();
  const [isAsking, ask] = useState(false);
  const [uses, setUses] = useState<Uses['uses'] | null>(null);
  const [remove, { isPending }] = useDelete<EditedRecord, Error>();
  if (!may(definition.collection.access.remove)) return null;
  const name = definition.represent(record);

  const leave = () => {
    reset(record);
    ask(false);
    void onDeleted().then(() => navigate(listAddress(definition.name)));
  };
  const confirm = () =>
    remove(
      definition.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(t('shell.deleted', { name }), { type: 'success' });
          leave();
        },
        onError: error => {
          ask(false);
          const held = usesIn(error);
          setUses(held);
          if (!held) tell(error);
        },
      },
    );

  return (
    <>
      <Button
        color="inherit"
        startIcon={<DeleteIcon fontSize="small" />}
        className={styles['delete'] ?? ''}
        aria-label={t('shell.delete')}
        onClick={() => ask(true)}
      >
        <span>{t('shell.delete')}</span>
      </Button>
      <DeleteQuestion {...{ name, isAsking, isPending }} onClose={() => ask(false)} onConfirm={confirm} />
      {uses && (
        <UsedDialog
          {...{ record, name, uses }}
          resource={definition.name}
          onClose={() => setUses(null)}
          onDone={leave}
        />
      )}
    </>
  );
};
