import TrashIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import { useCanAccess } from 'react-admin';
import { Link } from 'react-router-dom';
import type { ResourceName } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { TRASH_SEARCH } from './trashAddress.ts';

/** Leads from a list to its trash, for those who may delete from it. */
export const TrashLink = ({ resource }: { resource: ResourceName }) => {
  const t = useT();
  const { canAccess: canDelete } = useCanAccess({ resource, action: 'delete' });
  if (!canDelete) return null;
  return (
    // Only an icon, because the filters need the width.
    <IconButton component={Link} to={{ search: TRASH_SEARCH }} aria-label={t('trash.name')} title={t('trash.name')}>
      <TrashIcon fontSize="small" />
    </IconButton>
  );
};
