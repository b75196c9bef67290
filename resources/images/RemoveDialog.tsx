import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import type { Image } from '#contract/images.ts';
import { useT } from '#providers/i18nProvider.ts';
import { Button } from '../schema/ui/Button.tsx';

interface RemoveDialogProps {
  image: Image;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** The question before an image is removed. */
export const RemoveDialog = ({ image, onConfirm, onClose }: RemoveDialogProps) => {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    await onConfirm();
    onClose();
  };
  return (
    <Dialog open onClose={onClose}>
      <DialogTitle>{t('gallery.removeTitle')}</DialogTitle>
      <DialogContent>{t('gallery.removeText', { name: image.file_name })}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="error" autoFocus loading={isPending} onClick={() => void confirm()}>
          {t('gallery.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
