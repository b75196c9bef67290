import { useNotify, useUpdate } from 'react-admin';
import type { ResourceRecord } from '#contract/records.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { Question } from '#ui/Dialog.tsx';

type User = ResourceRecord<'users'>;

export const StatusDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const t = useT();
  const { name } = user;
  const isBlocked = user.status === 'blocked';
  const { change, isPending } = useStatusChange(user, onClose);
  return (
    <Question
      title={t(isBlocked ? 'people.unblockTitle' : 'people.blockTitle')}
      confirm={t(isBlocked ? 'people.unblock' : 'people.block')}
      isPending={isPending}
      onConfirm={() => change(isBlocked ? 'active' : 'blocked')}
      onClose={onClose}
    >
      {t(isBlocked ? 'people.unblockText' : 'people.blockText', { name })}
    </Question>
  );
};

const useStatusChange = (user: User, onDone: () => void) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [update, { isPending }] = useUpdate<User, Error>();
  const change = (status: User['status']) =>
    update(
      'users',
      // Sent without a version: the status should change regardless of other edits.
      { id: user.id, data: { id: user.id, status }, previousData: { ...user, version: undefined as never } },
      {
        mutationMode: 'pessimistic',
        onSuccess: ({ name }) => {
          notify(t(status === 'blocked' ? 'people.blocked' : 'people.unblocked', { name }), { type: 'success' });
          onDone();
        },
        onError: error => {
          onDone();
          // §8 shows no notice for a 403, but a button without any reaction would look broken.
          if (findApiError(error)?.kind === 'forbidden') notify(t('people.refused'), { type: 'error' });
          else if (!notifyError(error)) throw error;
        },
      },
    );
  return { change, isPending };
};
