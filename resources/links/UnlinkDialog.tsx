import { useNotify } from 'react-admin';
import type { Hit } from '#contract/links.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useService } from '#providers/ServicesContext.ts';
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
  const written = useService('written');
  const confirm = () =>
    remove.mutate(item.id, {
      onSuccess: result => notify(t('links.unlinked'), { type: 'success', batchId: written.take(result) }),
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
