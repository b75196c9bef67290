import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'react-admin';
import type { Hit } from '#contract/links.ts';
import { useT } from '#providers/i18nProvider.ts';
import { Button } from '../ui/Button.tsx';
import { type LinkOf, useLinking } from './useLinks.ts';

interface UnlinkDialogProps {
  link: LinkOf;
  hit: Hit;
  onClose: () => void;
}

/** §2: a product is unlinked from a model only after a question; §8 says what is told then. */
export const UnlinkDialog = ({ link, hit, onClose }: UnlinkDialogProps) => {
  const t = useT();
  const notify = useNotify();
  const { remove } = useLinking(link);
  const confirm = () =>
    remove.mutate(hit.id, {
      onSuccess: () => notify(t('links.unlinked'), { type: 'success' }),
      onError: () => notify(t('links.unlinkFailed'), { type: 'error' }),
      onSettled: onClose,
    });
  return (
    <Dialog open onClose={onClose}>
      <DialogTitle>{t('links.unlinkTitle', { name: hit.name })}</DialogTitle>
      <DialogContent>{t('links.unlinkText')}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" loading={remove.isPending} onClick={confirm}>
          {t('links.unlink')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
