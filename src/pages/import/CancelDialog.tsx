import { useT } from '#providers/i18nProvider.ts';
import { useImport } from '#providers/importStore.ts';
import { CancelQuestion } from '../runs/CancelQuestion.tsx';

/** Asks before an import is cancelled: rows already written stay. */
export const CancelDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const { cancel } = useImport();
  const texts = {
    title: t('importPage.cancelTitle'),
    text: t('importPage.cancelText'),
    goOn: t('importPage.goOn'),
    cancel: t('importPage.cancel'),
  };
  return <CancelQuestion texts={texts} onCancel={cancel} onClose={onClose} />;
};
