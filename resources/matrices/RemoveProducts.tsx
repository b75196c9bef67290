import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'react-admin';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { Button } from '../schema/ui/Button.tsx';
import { useMatrixChanges } from './useMatrix.ts';

interface RemoveProductsProps {
  id: number;
  ids: number[];
  onClose: () => void;
  onDone: () => void;
}

/** Takes products out of a matrix after a question. */
export const RemoveProducts = ({ id, ids, onClose, onDone }: RemoveProductsProps) => {
  const t = useT();
  const notify = useNotify();
  const tell = useTellFailure();
  const { remove } = useMatrixChanges(id);
  const confirm = () =>
    remove.mutate(ids, {
      onSuccess: removed => {
        notify(t('matrix.removed', { number: removed.ids.length }), { type: 'success' });
        onDone();
      },
      onError: error => void tell(error),
      onSettled: onClose,
    });
  return (
    <Dialog open onClose={onClose}>
      <DialogTitle>{t('matrix.removeTitle')}</DialogTitle>
      <DialogContent>{t('matrix.removeText', { number: ids.length })}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" loading={remove.isPending} onClick={confirm}>
          {t('matrix.remove', { number: ids.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
