import { useState } from 'react';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Question } from '#ui/Dialog.tsx';

interface CancelRunDialogProps {
  /** What is asked, what becomes of the run, and the two answers. */
  texts: Record<'title' | 'text' | 'goOn' | 'cancel', string>;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a run is cancelled; a refusal is told. */
export const CancelRunDialog = ({ texts, onConfirm, onClose }: CancelRunDialogProps) => {
  const notifyError = useNotifyError();
  const [isCancelling, setCancelling] = useState(false);
  const confirm = async () => {
    setCancelling(true);
    try {
      await onConfirm();
    } catch (error) {
      if (!notifyError(error)) throw error;
    }
    onClose();
  };
  return (
    <Question
      title={texts.title}
      closing={texts.goOn}
      confirm={texts.cancel}
      isPending={isCancelling}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {texts.text}
    </Question>
  );
};
