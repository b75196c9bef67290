import BlockIcon from '@mui/icons-material/BlockOutlined';
import UnblockIcon from '@mui/icons-material/LockOpenOutlined';
import ActAsIcon from '@mui/icons-material/SwitchAccountOutlined';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { mayActOnUser } from '#contract/reach.ts';
import type { RecordOf } from '#contract/records.ts';
import { useActAs } from '#providers/actAs.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import { IconButton } from '../schema/ui/Button.tsx';
import { useLeaving } from '../schema/ui/useLeaving.tsx';
import { usePerson } from '../schema/usePerson.ts';
import { StatusDialog } from './StatusDialog.tsx';

/** What can be done with a user: blocked or let in again, and acted as. */
export const UserActions = ({ record }: { record: RecordOf<'users'> }) => {
  const t = useT();
  const may = useCan();
  const person = usePerson();
  const actAs = useActAs();
  const [askToLeave, question] = useLeaving();
  const [isAsking, ask] = useState(false);
  const isOpen = person !== null && mayActOnUser(person, record);
  if (!isOpen) return null;
  const isBlocked = record.status === 'blocked';
  const block = t(isBlocked ? 'people.unblockOf' : 'people.blockOf', { name: record.name });
  const act = t('people.actAsOf', { name: record.name });
  return (
    <>
      {may(endpoints.auth.actAs.access) && !isBlocked && (
        <IconButton
          aria-label={act}
          title={t('people.actAs')}
          disabled={actAs.isUnderWay}
          onClick={() => askToLeave(() => void actAs.start(record.id))}
        >
          <ActAsIcon fontSize="small" />
        </IconButton>
      )}
      {may(endpoints.users.update.access) && (
        <IconButton
          aria-label={block}
          title={t(isBlocked ? 'people.unblock' : 'people.block')}
          onClick={() => ask(true)}
        >
          {isBlocked ? <UnblockIcon fontSize="small" /> : <BlockIcon fontSize="small" />}
        </IconButton>
      )}
      {isAsking && <StatusDialog user={record} onClose={() => ask(false)} />}
      {question}
    </>
  );
};
