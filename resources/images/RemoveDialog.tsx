import { useState } from 'react';
import type { Image } from '#contract/images.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Question } from '#ui/Dialog.tsx';

interface RemoveDialogProps {
  image: Image;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export const RemoveDialog = ({ image, onConfirm, onClose }: RemoveDialogProps) => {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    try {
      await onConfirm();
    } finally {
      onClose();
    }
  };
  return (
    <Question
      title={t('gallery.removeTitle')}
      confirm={t('gallery.remove')}
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('gallery.removeText', { name: image.file_name })}
    </Question>
  );
};
