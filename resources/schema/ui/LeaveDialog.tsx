import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useState } from 'react';
import { useT } from '#providers/i18nProvider.ts';
import { useUnsaved } from '#providers/unsaved.ts';
import { Dialog } from './overlays.tsx';

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

/**
 * For what leaves the page without the router (sign-out, another account, a reload): runs it at once when nothing is
 * unsaved, else after the question, whose dialog is to be drawn.
 */
export const useLeaving = (): [ask: (leave: () => void) => void, dialog: ReactNode] => {
  const unsaved = useUnsaved();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = (wanted: () => void): void => {
    if (unsaved.has()) setLeave(() => wanted);
    else wanted();
  };
  const stay = (): void => setLeave(null);
  const go = (): void => {
    stay();
    leave?.();
  };
  return [ask, leave && <LeaveDialog key="leave" open onLeave={go} onStay={stay} />];
};
