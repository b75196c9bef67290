import MergeIcon from '@mui/icons-material/MergeType';
import { Link } from 'react-router-dom';
import { findRouteRule } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';
import { getListPath } from '../engine/resourcePaths.ts';

const MERGE_PATH = `${getListPath('matrices')}/merge`;

export const MergeLink = () => {
  const t = useT();
  const can = useCan();
  if (!can(findRouteRule(MERGE_PATH)?.access)) return null;
  return (
    <Button isIconOnPhone component={Link} to={MERGE_PATH} startIcon={<MergeIcon fontSize="small" />}>
      {t('matrix.merge')}
    </Button>
  );
};
