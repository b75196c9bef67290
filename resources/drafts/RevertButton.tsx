import UndoIcon from '@mui/icons-material/UndoOutlined';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { DraftChange, DraftEntity } from '#contract/drafts.ts';
import type { Field } from '#contract/fields.ts';
import { useRevert } from '#providers/cache/draftQueries.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './Drafts.module.css';
import type { ChangeRef } from './FieldDiff.tsx';
import { ImageDiff } from './ImageDiff.tsx';
import { PairDiff } from './PairDiff.tsx';
import { ValueDiff } from './ValueDiff.tsx';

interface RevertButtonProps {
  changeRef: ChangeRef;
  draft: number;
  entity: DraftEntity;
  field: Field | null;
  fieldName: string;
  label: string;
  change: DraftChange;
}

export const RevertButton = (props: RevertButtonProps) => {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const { label, change } = props;
  const name = [label, change.label].filter(Boolean).join(', ');
  return (
    <>
      <Button
        className={styles['revert'] ?? ''}
        startIcon={<UndoIcon fontSize="small" />}
        aria-label={t('drafts.revertOf', { name })}
        onClick={() => setAsking(true)}
      >
        <span>{t('drafts.revert')}</span>
      </Button>
      {isAsking && <RevertDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
};

/** The current value, which a 409 contains because someone has changed the field since. */
const parseCurrentValue = (error: unknown): { current: unknown } | null => {
  const failure = findApiError(error);
  const { result } = failure ?? {};
  const hasChangedSince =
    failure?.status === 409 && typeof result === 'object' && result !== null && 'current' in result;
  return hasChangedSince ? (result as { current: unknown }) : null;
};

const RevertDialog = ({ onClose, ...props }: RevertButtonProps & { onClose: () => void }) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const revert = useRevert();
  const [isSending, setSending] = useState(false);
  const [other, setOther] = useState<{ current: unknown } | null>(null);
  const { changeRef, draft, entity, change, fieldName, label } = props;
  const { record_id, name: record } = changeRef;
  const confirm = async () => {
    setSending(true);
    try {
      const answer = await revert({ draft, entity, record_id, field: fieldName, item: change.item });
      // Reverting a rename restores the previous name, so the notice has to use that one.
      const subjectName = fieldName === 'name' && typeof change.before === 'string' ? change.before : record;
      notify(t('drafts.reverted', { field: label, record: subjectName }), {
        type: 'success',
        batchId: written.take(answer),
      });
      onClose();
    } catch (error) {
      const currentValue = parseCurrentValue(error);
      setOther(currentValue);
      if (!currentValue) onClose();
      if (!currentValue && !notifyError(error)) throw error;
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      title={t(other ? 'drafts.revertFailed' : 'drafts.revertTitle')}
      size="medium"
      onClose={isSending ? undefined : onClose}
      className={styles['question']}
      isQuestion
      action={
        !other && (
          <Button variant="contained" loading={isSending} onClick={() => void confirm()}>
            {t('drafts.revert')}
          </Button>
        )
      }
    >
      <p>{other ? t('drafts.revertFailedText') : t('drafts.revertText', { record, field: label })}</p>
      {other ? <ValueComparison {...props} current={other.current} /> : <RevertPreview {...props} />}
    </Dialog>
  );
};

const RevertPreview = ({ changeRef, field, fieldName, change }: RevertButtonProps) => {
  const invertedChange = { ...change, before: change.after, after: change.before };
  if (change.item === '')
    return <ValueDiff entity={changeRef.entity} name={fieldName} field={field} change={invertedChange} />;
  return fieldName === 'images' ? <ImageDiff change={invertedChange} /> : <PairDiff change={invertedChange} />;
};

/** The draft's value next to the current one, for a revert that would overwrite a later change. */
const ValueComparison = ({
  changeRef,
  field,
  fieldName,
  change,
  current,
}: RevertButtonProps & { current: unknown }) => {
  const t = useT();
  if (change.item !== '') return null;
  return (
    <>
      <small>
        {t('drafts.leftBy')} → {t('drafts.now')}
      </small>
      <ValueDiff
        entity={changeRef.entity}
        name={fieldName}
        field={field}
        change={{ before: change.after, after: current }}
      />
    </>
  );
};
