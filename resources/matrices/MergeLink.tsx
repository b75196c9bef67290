import MergeIcon from '@mui/icons-material/MergeType';
import { Link } from 'react-router-dom';
import { ruleOf } from '#contract/routes.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useCan } from '#providers/profile.ts';
import { listAddress } from '../schema/addresses.ts';
import { Button } from '../schema/ui/Button.tsx';

const MERGE = `${listAddress('matrices')}/merge`;

/** Leads to the merging of matrices, whoever may merge some. */
export const MergeLink = () => {
  const t = useT();
  const may = useCan();
  if (!may(ruleOf(MERGE)?.access)) return null;
  return (
    <Button color="inherit" component={Link} to={MERGE} startIcon={<MergeIcon fontSize="small" />}>
      {t('matrix.merge')}
    </Button>
  );
};
