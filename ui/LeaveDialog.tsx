import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Dialog as Modal } from './overlays.tsx';

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
  const [isThere, setThere] = useState(Modal.isThere);
  const askPlainly = useEvent(() => {
    if (window.confirm(`${t('shell.leaveTitle')}\n\n${t('shell.leaveText')}`)) onLeave();
    else onStay();
  });
  useEffect(() => {
    if (!open || isThere) return undefined;
    let isWanted = true;
    const late = new Promise<false>(done => void setTimeout(done, PATIENCE, false));
    void Promise.race([Modal.preload(), late]).then(hasCome => {
      if (!isWanted) return;
      if (hasCome) setThere(true);
      else askPlainly();
    });
    return () => {
      isWanted = false;
    };
  }, [open, isThere, askPlainly]);
  return (
    <Dialog
      open={open && isThere}
      title={t('shell.leaveTitle')}
      onClose={onStay}
      closing={t('shell.leave')}
      onBack={onLeave}
      action={
        <Button variant="contained" autoFocus onClick={onStay}>
          {t('shell.stay')}
        </Button>
      }
    >
      {t('shell.leaveText')}
    </Dialog>
  );
};
