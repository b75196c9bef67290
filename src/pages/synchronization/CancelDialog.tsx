import { useSyncCalls } from '#providers/jobs/synchronization.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { CancelRunDialog } from '../jobs/CancelRunDialog.tsx';

/** Asks before a run is cancelled: nothing of it will be published. */
export const CancelDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const t = useT();
  const { cancel } = useSyncCalls();
  const texts = {
    title: t('synchronization.cancelTitle'),
    text: t('synchronization.cancelText'),
    goOn: t('synchronization.goOn'),
    cancel: t('synchronization.cancel'),
  };
  return <CancelRunDialog texts={texts} onConfirm={() => cancel(id)} onClose={onClose} />;
};
