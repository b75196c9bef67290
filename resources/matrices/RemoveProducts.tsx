import { useNotify } from 'react-admin';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';
import { Question } from '#ui/Dialog.tsx';
import { useMatrixChanges } from './useMatrix.ts';

interface RemoveProductsProps {
  id: number;
  ids: number[];
  onClose: () => void;
  onDone: () => void;
}

export const RemoveProducts = ({ id, ids, onClose, onDone }: RemoveProductsProps) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const { remove } = useMatrixChanges(id);
  const confirm = () =>
    remove.mutate(ids, {
      onSuccess: removedProducts => {
        notify(t('matrix.removed', { number: removedProducts.ids.length }), {
          type: 'success',
          batchId: written.take(removedProducts),
        });
        onDone();
      },
      onError: error => void notifyError(error),
      onSettled: onClose,
    });
  return (
    <Question
      title={t('matrix.removeTitle')}
      confirm={t('matrix.remove', { number: ids.length })}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('matrix.removeText', { number: ids.length })}
    </Question>
  );
};
