import { useState } from 'react';
import { ResourceContextProvider, useNotify } from 'react-admin';
import type { Batch } from '#contract/batches.ts';
import { type FieldChanges, getRevertAccess } from '#contract/drafts.ts';
import { usePutBack, useVersion } from '#providers/cache/batchQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useFormats } from '../engine/format.ts';
import type { Definition } from '../engine/types.ts';
import styles from './Drafts.module.css';
import { FieldDiff } from './FieldDiff.tsx';
import { useFieldName } from './names.ts';

interface VersionDialogProps {
  batch: Batch;
  definition: Definition;
  recordId: number;
  onClose: () => void;
}

/** An earlier version of a record beside what it is now. Putting it back is an ordinary write of the user. */
export const VersionDialog = ({ batch, definition, recordId, onClose }: VersionDialogProps) => {
  const t = useT();
  const can = useCan();
  const { moment } = useFormats();
  const key = { batch: batch.id, entity: definition.name, record_id: recordId };
  const { data, error, refetch } = useVersion(key);
  const { isSending, putBack } = usePutBackNotices(key);
  const canPutBack = (field: string) => can(getRevertAccess(definition.name, field) ?? undefined);
  const writable = data?.fields.filter(({ field }) => canPutBack(field)) ?? [];
  return (
    <Dialog
      title={t('batches.versionTitle', { when: moment(batch.at) })}
      size="medium"
      onClose={isSending ? undefined : onClose}
      action={
        writable.length > 0 && (
          <Button
            variant="contained"
            loading={isSending}
            onClick={() => void putBack(data?.name ?? '').then(isDone => isDone && onClose())}
          >
            {t('batches.putBack')}
          </Button>
        )
      }
    >
      {!data && error && <ReadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={styles['bones']} role="progressbar" aria-label={t('shell.loading')} />}
      {data && <p className={styles['muted']}>{t(data.fields.length > 0 ? 'batches.versionHint' : 'batches.same')}</p>}
      {data && (
        <ResourceContextProvider value={definition.name}>
          <dl className={styles['fields']}>
            {data.fields.map(fieldChanges => (
              <VersionField
                key={fieldChanges.field}
                {...{ definition, fieldChanges }}
                recordId={recordId}
                name={data.name}
                isDisabled={isSending}
                onPutBack={canPutBack(fieldChanges.field) ? putBack : null}
              />
            ))}
          </dl>
        </ResourceContextProvider>
      )}
    </Dialog>
  );
};

interface VersionFieldProps {
  definition: Definition;
  fieldChanges: FieldChanges;
  recordId: number;
  name: string;
  isDisabled: boolean;
  onPutBack: ReturnType<typeof usePutBackNotices>['putBack'] | null;
}

const VersionField = ({ definition, fieldChanges, recordId, name, isDisabled, onPutBack }: VersionFieldProps) => {
  const t = useT();
  const { field, changes } = fieldChanges;
  const label = useFieldName(definition.name, definition)(field);
  const changeRef = { draft: null, entity: definition.name, record_id: recordId, name };
  return (
    <div className={styles['versionField']}>
      <FieldDiff {...{ changeRef, definition, fieldChanges }} namesActors={false} />
      {onPutBack && (
        <Button
          disabled={isDisabled}
          aria-label={t('batches.putBackField', { name: label })}
          onClick={() =>
            void onPutBack(
              label,
              changes.map(({ item }) => ({ field, item })),
            )
          }
        >
          {t('drafts.revert')}
        </Button>
      )}
    </div>
  );
};

const usePutBackNotices = (key: Parameters<ReturnType<typeof usePutBack>>[0]) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const send = usePutBack();
  const written = useService('written');
  const [isSending, setSending] = useState(false);
  /** @returns whether it was written */
  const putBack = async (name: string, fields?: readonly { field: string; item: string }[]): Promise<boolean> => {
    setSending(true);
    try {
      const answer = await send(key, fields);
      notify(t('batches.putBackDone', { name }), { type: 'success', batchId: written.take(answer) });
      return true;
    } catch (error) {
      if (!notifyError(error)) throw error;
      return false;
    } finally {
      setSending(false);
    }
  };
  return { isSending, putBack };
};
