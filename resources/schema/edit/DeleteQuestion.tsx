import { useT } from '#providers/i18nProvider.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '../ui/overlays.tsx';

interface DeleteQuestionProps {
  name: string;
  isAsking: boolean;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The question before a record is deleted. */
export const DeleteQuestion = ({ name, isAsking, isPending, onClose, onConfirm }: DeleteQuestionProps) => {
  const t = useT();
  return (
    <Dialog open={isAsking} onClose={onClose}>
      <DialogTitle>{t('shell.deleteTitle', { name })}</DialogTitle>
      <DialogContent>{t('shell.deleteText')}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="error" loading={isPending} onClick={onConfirm}>
          {t('shell.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
