import { useImport } from '#providers/jobs/importStore.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { CancelRunDialog } from '../jobs/CancelRunDialog.tsx';

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
  return <CancelRunDialog texts={texts} onConfirm={cancel} onClose={onClose} />;
};
