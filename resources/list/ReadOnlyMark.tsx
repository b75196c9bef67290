import LockIcon from '@mui/icons-material/LockOutlined';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { useCanEdit } from '../engine/useCurrentUser.ts';

/** Marks read-only records. Shown only in lists where some records are editable and others are not. */
export const ReadOnlyMark = ({ definition, record }: { definition: Definition; record: { id: number } }) => {
  const t = useT();
  const canEdit = useCanEdit(definition, record);
  const [first = ''] = definition.columns;
  if (canEdit([first])) return null;
  return <LockIcon fontSize="inherit" color="disabled" titleAccess={t('listing.closed')} />;
};
