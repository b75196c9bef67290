import { useNotify, useUpdate } from 'react-admin';
import type { RecordOf } from '#contract/records.ts';
import { failureOf } from '#providers/httpError.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import { Button } from '../schema/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '../schema/ui/overlays.tsx';

type User = RecordOf<'users'>;

/** The question before a user is blocked or let in again, and what became of it. */
export const StatusDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const t = useT();
  const { name } = user;
  const isBlocked = user.status === 'blocked';
  const { change, isPending } = useStatusChange(user, onClose);
  return (
    <Dialog open onClose={onClose} aria-labelledby="status-question">
      <DialogTitle id="status-question">
        {t(isBlocked ? 'people.unblockTitle' : 'people.blockTitle', { name })}
      </DialogTitle>
      <DialogContent>{t(isBlocked ? 'people.unblockText' : 'people.blockText')}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isBlocked ? 'primary' : 'error'}
          loading={isPending}
          onClick={() => change(isBlocked ? 'active' : 'blocked')}
        >
          {t(isBlocked ? 'people.unblock' : 'people.block')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const useStatusChange = (user: User, onDone: () => void) => {
  const t = useT();
  const notify = useNotify();
  const tell = useTellFailure();
  const [update, { isPending }] = useUpdate<User, Error>();
  const change = (status: User['status']) =>
    update(
      'users',
      // Of this version or any other: the question is about the status alone.
      { id: user.id, data: { id: user.id, status }, previousData: { ...user, version: undefined as never } },
      {
        mutationMode: 'pessimistic',
        onSuccess: ({ name }) => {
          notify(t(status === 'blocked' ? 'people.blocked' : 'people.unblocked', { name }), { type: 'success' });
          onDone();
        },
        onError: error => {
          onDone();
          // §8 is silent about a 403; a button that does nothing is not.
          if (failureOf(error)?.kind === 'forbidden') notify(t('people.refused'), { type: 'error' });
          else if (!tell(error)) throw error;
        },
      },
    );
  return { change, isPending };
};
