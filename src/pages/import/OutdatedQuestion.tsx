import type { PreparedImport } from '#contract/preparing.ts';
import { useShowUpload } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Question } from '#ui/Dialog.tsx';

interface OutdatedQuestionProps {
  /** The upload with the choices made in another window. */
  upload: PreparedImport;
  onRenew: () => void;
  onClose: () => void;
}

/** Asks the user instead of closing open dialogs, because these may contain unsaved input. */
export const OutdatedQuestion = ({ upload, onRenew, onClose }: OutdatedQuestionProps) => {
  const t = useT();
  const showUpload = useShowUpload();
  const renew = () => {
    showUpload(upload);
    onRenew();
  };
  return (
    <Question
      title={t('importPage.prepared.outdated.title')}
      confirm={t('importPage.prepared.outdated.show')}
      onConfirm={renew}
      onClose={onClose}
    >
      {t('importPage.prepared.outdated.text')}
    </Question>
  );
};
