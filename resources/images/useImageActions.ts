import { useNotify } from 'react-admin';
import type { Image } from '#contract/images.ts';
import { isStaleError, type useImages } from '#providers/cache/images.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { useService } from '#providers/ServicesContext.ts';

type ApiImageActions = ReturnType<typeof useImages>['actions'];

/** Each action shows its own error notice, so that callers only need to know whether it succeeded. */
export interface ImageActions {
  order: (ids: readonly number[]) => Promise<boolean>;
  makeMain: (id: number) => Promise<boolean>;
  describe: (id: number, alt: Image['alt']) => Promise<boolean>;
  remove: (id: number) => Promise<boolean>;
}

export const useImageActions = (actions: ApiImageActions): ImageActions => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const written = useService('written');
  const withNotices = async (operation: Promise<object>, done?: string): Promise<boolean> => {
    try {
      const result = await operation;
      if (done) notify(done, { type: 'success', batchId: written.take(result) });
      return true;
    } catch (error) {
      if (isStaleError(error)) notify(t('gallery.changed'), { type: 'warning' });
      else if (!notifyError(error)) throw error;
      return false;
    }
  };
  return {
    order: ids => withNotices(actions.order(ids)),
    makeMain: id => withNotices(actions.makeMain(id)),
    describe: (id, alt) => withNotices(actions.describe(id, alt)),
    remove: id => withNotices(actions.remove(id), t('gallery.removed')),
  };
};
