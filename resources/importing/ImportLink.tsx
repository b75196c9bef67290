import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Link } from 'react-router-dom';
import { getPagePath } from '#contract/pages.ts';
import { findRouteRule } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';

const PAGE_PATH = getPagePath('import');

export const ImportLink = () => {
  const t = useT();
  const can = useCan();
  if (!can(findRouteRule(PAGE_PATH)?.access)) return null;
  return (
    <Button isIconOnPhone component={Link} to={PAGE_PATH} startIcon={<UploadIcon fontSize="small" />}>
      {t('pages.import.title')}
    </Button>
  );
};
