import MergeIcon from '@mui/icons-material/MergeType';
import { Link } from 'react-router-dom';
import { ruleOf } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import { listAddress } from '../engine/addresses.ts';

const MERGE = `${listAddress('matrices')}/merge`;

export const MergeLink = () => {
  const t = useT();
  const can = useCan();
  if (!can(ruleOf(MERGE)?.access)) return null;
  return (
    <Button isIconOnPhone component={Link} to={MERGE} startIcon={<MergeIcon fontSize="small" />}>
      {t('matrix.merge')}
    </Button>
  );
};
