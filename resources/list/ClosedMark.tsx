import LockIcon from '@mui/icons-material/LockOutlined';
import { useT } from '#providers/locale/i18nProvider.ts';
import type { Definition } from '../engine/types.ts';
import { useMayChange } from '../engine/usePerson.ts';

/** Beside the name of a record that this person may look at and not change, where records differ in that. */
export const ClosedMark = ({ definition, record }: { definition: Definition; record: { id: number } }) => {
  const t = useT();
  const mayChange = useMayChange(definition, record);
  const [first = ''] = definition.columns;
  if (mayChange([first])) return null;
  return <LockIcon fontSize="inherit" color="disabled" titleAccess={t('listing.closed')} />;
};
