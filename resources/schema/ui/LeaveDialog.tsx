import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { useT } from '#providers/i18nProvider.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from './overlays.tsx';

interface LeaveDialogProps {
  open: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** How long the dialog's code is waited for, in ms. */
const PATIENCE = 2000;

/** The question before something unsaved is given up; the browser's own where the dialog's code cannot be had. */
export const LeaveDialog = ({ open, onLeave, onStay }: LeaveDialogProps) => {
  const t = useT();
  const [isThere, setThere] = useState(Dialog.isThere);
  const askPlainly = useEvent(() => {
    if (window.confirm(`${t('shell.leaveTitle')}\n\n${t('shell.leaveText')}`)) onLeave();
    else onStay();
  });
  useEffect(() => {
    if (!open || isThere) return undefined;
    let isWanted = true;
    const late = new Promise<false>(done => void setTimeout(done, PATIENCE, false));
    void Promise.race([Dialog.preload(), late]).then(hasCome => {
      if (!isWanted) return;
      if (hasCome) setThere(true);
      else askPlainly();
    });
    return () => {
      isWanted = false;
    };
  }, [open, isThere, askPlainly]);
  return (
    <Dialog open={open && isThere} onClose={onStay}>
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
