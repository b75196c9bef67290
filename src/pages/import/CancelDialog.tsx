import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useT } from '#providers/i18nProvider.ts';
import { useImport } from '#providers/importStore.ts';

/** Asks before an import is cancelled: rows already written stay. */
export const CancelDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const { cancel } = useImport();
  const [isCancelling, setCancelling] = useState(false);
  const confirm = async () => {
    setCancelling(true);
    await cancel();
    onClose();
  };
  return (
    <Dialog open onClose={onClose}>
      <DialogTitle>{t('importPage.cancelTitle')}</DialogTitle>
      <DialogContent>{t('importPage.cancelText')}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('importPage.goOn')}
        </Button>
        <Button variant="contained" loading={isCancelling} onClick={() => void confirm()}>
          {t('importPage.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
