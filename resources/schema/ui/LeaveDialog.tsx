import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useT } from '#providers/i18nProvider.ts';
import { Button } from './Button.tsx';
import { Themed } from './Themed.tsx';

interface LeaveDialogProps {
  open: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** The question before something unsaved is given up. */
export const LeaveDialog = ({ open, onLeave, onStay }: LeaveDialogProps) => {
  const t = useT();
  return (
    <Themed>
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
    </Themed>
  );
};
