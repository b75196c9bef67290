import { useT } from '#providers/i18nProvider.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from './overlays.tsx';

interface LeaveDialogProps {
  open: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** The question before something unsaved is given up. */
export const LeaveDialog = ({ open, onLeave, onStay }: LeaveDialogProps) => {
  const t = useT();
  return (
    <Dialog open={open} onClose={onStay}>
      <DialogTitle>{t('shell.leaveTitle')}</DialogTitle>
      <DialogContent>{t('shell.leaveText')}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onLeave}>
          {t('shell.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {t('shell.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
