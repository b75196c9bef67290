import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { Button } from '#resources/schema/ui/Button.tsx';

interface CancelQuestionProps {
  /** What is asked, what becomes of the run, and the two answers. */
  texts: Record<'title' | 'text' | 'goOn' | 'cancel', string>;
  onCancel: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a run is cancelled; a refusal is told. */
export const CancelQuestion = ({ texts, onCancel, onClose }: CancelQuestionProps) => {
  const tell = useTellFailure();
  const [isCancelling, setCancelling] = useState(false);
  const confirm = async () => {
    setCancelling(true);
    try {
      await onCancel();
    } catch (error) {
      if (!tell(error)) throw error;
    }
    onClose();
  };
  return (
    <Dialog open onClose={onClose}>
      <DialogTitle>{texts.title}</DialogTitle>
      <DialogContent>{texts.text}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {texts.goOn}
        </Button>
        <Button variant="contained" loading={isCancelling} onClick={() => void confirm()}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
