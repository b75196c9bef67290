import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface LeaveDialogProps {
  open: boolean;
  onLeave: () => void;
  onStay: () => void;
}

export const LeaveDialog = ({ open, onLeave, onStay }: LeaveDialogProps) => {
  const t = useT();
  return (
    <Dialog
      open={open}
      title={t('shell.leaveTitle')}
      onClose={onStay}
      closeLabel={t('shell.leave')}
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
