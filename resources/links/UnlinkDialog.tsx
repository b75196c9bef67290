import { useNotify } from 'react-admin';
import type { Hit } from '#contract/links.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Question } from '#ui/Dialog.tsx';
import { type LinkTarget, useLinkMutations } from './useLinks.ts';

interface UnlinkDialogProps {
  link: LinkTarget;
  item: Hit;
  onClose: () => void;
}

/** §2: unlinking a product from a model needs a confirmation; §8 gives the notice that follows. */
export const UnlinkDialog = ({ link, item, onClose }: UnlinkDialogProps) => {
  const t = useT();
  const notify = useNotify();
  const { remove } = useLinkMutations(link);
  const confirm = () =>
    remove.mutate(item.id, {
      onSuccess: () => notify(t('links.unlinked'), { type: 'success' }),
      onError: () => notify(t('links.unlinkFailed'), { type: 'error' }),
      onSettled: onClose,
    });
  return (
    <Question
      title={t('links.unlinkTitle', { name: item.name })}
      confirm={t('links.unlink')}
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('links.unlinkText')}
    </Question>
  );
};
