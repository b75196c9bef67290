import type { Loss } from '#contract/loss.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useFormats } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '../ui/overlays.tsx';
import styles from './LossDialog.module.css';

interface LossDialogProps {
  loss: Loss;
  isSaving: boolean;
  onAccept: () => void;
  onClose: () => void;
}

/** What a save would cost other records; nothing of it has happened yet. */
export const LossDialog = ({ loss: { kept, lost, samples }, isSaving, onAccept, onClose }: LossDialogProps) => {
  const t = useT();
  const { number } = useFormats();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{t('used.lossTitle')}</DialogTitle>
      <DialogContent>
        <p>{t('used.lossText', { lost: number(lost), kept: number(kept) })}</p>
        <table className={styles['samples']}>
          <thead>
            <tr>
              <th scope="col">{t('used.lossBefore')}</th>
              <th scope="col">{t('used.lossAfter')}</th>
              <th scope="col">{t('used.lossCount')}</th>
            </tr>
          </thead>
          <tbody>
            {samples.map(({ before, after, count }) => (
              <tr key={before}>
                <td>{before}</td>
                <td>{after ?? <em>{t('used.lossNothing')}</em>}</td>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="error" loading={isSaving} onClick={onAccept}>
          {t('used.lossAccept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
