import type { ReactNode } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Question } from '#ui/Dialog.tsx';

interface DeleteConfirmationProps {
  name: string;
  isAsking: boolean;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** What the deletion affects. */
  children?: ReactNode;
}

export const DeleteConfirmation = ({
  name,
  isAsking,
  isPending,
  onClose,
  onConfirm,
  children,
}: DeleteConfirmationProps) => {
  const t = useT();
  return (
    <Question
      open={isAsking}
      title={t('shell.deleteTitle', { name })}
      confirm={t('shell.delete')}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {children}
      {t('shell.deleteText')}
    </Question>
  );
};
