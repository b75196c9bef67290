import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Link } from 'react-router-dom';
import { pageAddress } from '#contract/pages.ts';
import { ruleOf } from '#contract/routes.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Button } from '#ui/Button.tsx';

const PAGE = pageAddress('import');

export const ImportLink = () => {
  const t = useT();
  const can = useCan();
  if (!can(ruleOf(PAGE)?.access)) return null;
  return (
    <Button isIconOnPhone component={Link} to={PAGE} startIcon={<UploadIcon fontSize="small" />}>
      {t('pages.import.title')}
    </Button>
  );
};
