import BlockIcon from '@mui/icons-material/BlockOutlined';
import UnblockIcon from '@mui/icons-material/LockOpenOutlined';
import ActAsIcon from '@mui/icons-material/SwitchAccountOutlined';
import { useState } from 'react';
import { canActOnUser } from '#contract/delegation.ts';
import { endpoints } from '#contract/endpoints.ts';
import { recordEndpoints } from '#contract/recordEndpoints.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useActAs } from '#providers/session/actAs.ts';
import { useCan } from '#providers/session/profile.ts';
import { IconButton } from '#ui/Button.tsx';
import { useConfirmLeave } from '#ui/useConfirmLeave.tsx';
import { useCurrentUser } from '../engine/useCurrentUser.ts';
import { StatusDialog } from './StatusDialog.tsx';

export const UserActions = ({ record }: { record: ResourceRecord<'users'> }) => {
  const t = useT();
  const can = useCan();
  const user = useCurrentUser();
  const actAs = useActAs();
  const [askToLeave, question] = useConfirmLeave();
  const [isAsking, setAsking] = useState(false);
  const isOpen = user !== null && canActOnUser(user, record);
  if (!isOpen) return null;
  const isBlocked = record.status === 'blocked';
  const block = t(isBlocked ? 'people.unblockOf' : 'people.blockOf', { name: record.name });
  const actAsLabel = t('people.actAsOf', { name: record.name });
  return (
    <>
      {can(endpoints.auth.actAs.access) && !isBlocked && (
        <IconButton
          aria-label={actAsLabel}
          title={t('people.actAs')}
          disabled={actAs.isUnderWay}
          onClick={() => askToLeave(() => void actAs.start(record.id))}
        >
          <ActAsIcon fontSize="small" />
        </IconButton>
      )}
      {can(recordEndpoints.users.update.access) && (
        <IconButton
          aria-label={block}
          title={t(isBlocked ? 'people.unblock' : 'people.block')}
          onClick={() => setAsking(true)}
        >
          {isBlocked ? <UnblockIcon fontSize="small" /> : <BlockIcon fontSize="small" />}
        </IconButton>
      )}
      {isAsking && <StatusDialog user={record} onClose={() => setAsking(false)} />}
      {question}
    </>
  );
};
